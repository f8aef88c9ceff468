/// Entry points for untrusted bytes from the network and the disk, and for decks of others. Each accepts any bytes. Their invariants are
/// preconditions, so a violation ends the process and the fuzzer finds it.
public enum FuzzEntry: String, CaseIterable, Sendable {
    /// A WebSocket message on its way to a room.
    case clientMessages = "client-messages"
    /// A WebSocket message on its way to a member.
    case serverMessages = "server-messages"
    /// All a peer sends over one TCP connection: its request, its frames.
    case upgrade
    /// A record from the store of a durable room.
    case roomRecords = "room-records"
    /// The body of a page, which a member's terminal reads and draws.
    case markdown
    /// A message of a node of a cluster, or an item of a link between two nodes.
    case clusterMessages = "cluster-messages"
    /// The file of a picture, which a member's terminal decodes and draws.
    case pictures
    /// A formula of a deck.
    case formulas
    /// A deck, or its front matter.
    case frontMatter = "front-matter"
    /// A deck in which included files, formulas, diagrams and outputs take the place of lines.
    case expansion
    /// A message of a server under load, read by a profile.
    case loadFrames = "load-frames"

    /// Handles the bytes. Safe on any thread, one call at a time.
    public func enter(_ bytes: [UInt8]) {
        switch self {
        case .clientMessages: MessageEntry.enter(client: bytes[...])
        case .serverMessages: MessageEntry.enter(server: bytes[...])
        case .roomRecords: RecordEntry.enter(bytes)
        case .markdown: MarkdownEntry.enter(bytes)
        case .clusterMessages: _ = ClusterEntry.enter(bytes)
        case .pictures: PictureEntry.enter(bytes)
        case .formulas: FormulaEntry.enter(bytes)
        case .frontMatter: FrontMatterEntry.enter(bytes)
        case .expansion: ExpansionEntry.enter(bytes)
        case .loadFrames: LoadFrameEntry.enter(bytes)
        case .upgrade: UpgradeEntry.shared.enter(bytes)
        }
    }
}
