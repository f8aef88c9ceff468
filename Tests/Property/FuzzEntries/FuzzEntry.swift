/// The doors through which strangers' bytes come in, and what comes back from a disk. Each takes any bytes at all; what must hold whatever they are is
/// a precondition, so that breaking it ends the process, which is what a fuzzer looks for.
public enum FuzzEntry: String, CaseIterable, Sendable {
    /// A WebSocket message on its way to a room.
    case clientMessages = "client-messages"
    /// A WebSocket message on its way to a member.
    case serverMessages = "server-messages"
    /// All a peer sends over one TCP connection: its request, its frames.
    case upgrade
    /// A record out of a room's memory.
    case roomRecords = "room-records"
    /// The body of a page, which a member's terminal reads and draws.
    case markdown

    /// Lets the bytes in. Any thread, one at a time.
    public func enter(_ bytes: [UInt8]) {
        switch self {
        case .clientMessages: MessageEntry.enter(client: bytes[...])
        case .serverMessages: MessageEntry.enter(server: bytes[...])
        case .roomRecords: RecordEntry.enter(bytes)
        case .markdown: MarkdownEntry.enter(bytes)
        case .upgrade: UpgradeEntry.shared.enter(bytes)
        }
    }
}
