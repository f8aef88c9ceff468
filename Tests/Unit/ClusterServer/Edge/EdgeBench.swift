import ClusterMembership
import ClusterTraffic
import JSONCodec
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

@testable import ClusterServer

/// The edge rooms of a node whose owners a test plays.
struct EdgeBench {
    static let room = "talk"

    /// A request of member 1 for a page.
    static func pages(_ id: Int64, from address: Address) -> LoopMessage {
        .sideRequest(room: room, MemberID(1), address, RequestID(id), .pages(from: PageIndex(0), count: 1))
    }

    var edge: EdgeRooms
    private(set) var node: ClusterNode
    private(set) var now = Instant(milliseconds: 1_000)
    /// The nodes that may own the room, in the order in which they are asked.
    let owners: [NodeID]
    /// Owners that beat and answer pings.
    var heard: Set<NodeID>
    /// The owner's end of the link, while there is one.
    var ownerEnd: Link?

    /// Words and their receivers since the last `takeWords`.
    private var words: [String] = []
    /// Messages to loops since the last `takeTold`.
    private var told: [String] = []
    /// Items that the owner got since the last `takeItems`.
    private var items: [String] = []
    /// The nonce of the newest question for an owner.
    private(set) var nonce: UInt64 = 0
    private(set) var subscriptions: Set<Subject> = []
    private var output: ClusterOutput
    private var beat: UInt64 = 1

    /// - Parameter role: an owner may be asked for the room itself.
    init(_ role: NodeBeat.Role = .edge, loops: Int = 2, _ change: (inout ClusterCoreSettings) -> Void = { _ in }) {
        let node = NodeSettings(name: "e", role: role, formats: 1...1)
        var settings = ClusterCoreSettings(node: node, cluster: Fixture.cluster, loops: loops)
        change(&settings)
        edge = EdgeRooms(settings, random: SeedStream(seed: 5))
        self.node = ClusterNode(node, random: SeedStream(seed: 4), at: now)
        let others = [Fixture.node(101), Fixture.node(102)]
        owners = Rendezvous.order(others, for: EdgeBench.room)
        heard = Set(others)
        output = ClusterOutput(cluster: Fixture.cluster, node: self.node.id, codec: Fixture.codec) {
            Array(EdgeBench.text($0).utf8)
        }
        var effects: [NodeEffect] = []
        self.node.handle(.start, at: now, into: &effects)
        answer(effects)
        run(2_000)
    }

    var owner: NodeID { owners[0] }
    var id: NodeID { node.id }

    /// An epoch of the first owner, or of another one.
    func epoch(_ number: UInt64, of owner: NodeID? = nil) -> RoomEpoch {
        RoomEpoch(number: number, owner: owner ?? owners[0])
    }

    // MARK: Time

    /// Lets time pass in steps of 10 ms. Owners that are heard beat and answer pings.
    mutating func run(_ milliseconds: Int64) {
        let end = now.advanced(byMilliseconds: milliseconds)
        while now < end {
            now = min(end, now.advanced(byMilliseconds: 10))
            var effects: [NodeEffect] = []
            if now.milliseconds % 250 == 0 {
                beat += 1
                for owner in heard.sorted() + [node.id] {
                    let beat = NodeBeat(name: "n\(owner)", role: .owner, confirmed: beat, formats: 1...1)
                    if owner != node.id || node.settings.role == .owner {
                        node.handle(.received(.beat(beat), from: owner), at: now, into: &effects)
                    }
                }
            }
            node.handle(.tick, at: now, into: &effects)
            answer(effects)
            if let deadline = edge.nextDeadline, deadline <= now { settle() }
        }
    }

    /// Answers statements and pings at once.
    private mutating func answer(_ effects: [NodeEffect]) {
        var later: [NodeEffect] = []
        for effect in effects {
            switch effect {
            case .send(.ping(let reading), to: .node(let owner)) where heard.contains(owner):
                let answer = ClockReading(nonce: reading.nonce, boot: now, cluster: now)
                node.handle(.received(.pong(answer), from: owner), at: now, into: &later)
            case .execute(.register(let id, let name, let format)):
                node.handle(.answered(.register(id, name: name, format: format), .done), at: now, into: &later)
            case .execute(let statement) where statement.isOwn:
                let renewal = LeaseRenewal(timeline: 1, clock: now, lowestFormat: 1, othersHeard: 0)
                node.handle(.answered(statement, .renewed(renewal)), at: now, into: &later)
            default: break
            }
        }
        if !later.isEmpty { answer(later) }
    }

    // MARK: Input

    mutating func change(_ change: (inout EdgeRooms, Instant, inout ClusterOutput) -> Void) {
        change(&edge, now, &output)
        settle()
    }

    mutating func send(_ message: LoopMessage) {
        change { edge, now, output in edge.take(message, of: 0, at: now, into: &output) }
    }

    /// Takes a word of an owner.
    mutating func hear(_ word: RoomMessage, from sender: NodeID? = nil) {
        let (node, sender) = (node, sender ?? owner)
        change { edge, now, output in edge.take(word, from: sender, in: node, at: now, into: &output) }
    }

    /// The end of the owner's lease.
    var valid: Instant { now.advanced(byMilliseconds: 750) }

    /// Opens the link for which the edge has asked.
    mutating func open(_ epoch: RoomEpoch, at sequence: Int64) {
        let key = LinkKey(room: EdgeBench.room, epoch: epoch, nonce: nonce)
        ownerEnd = Link(key, sending: .down, to: node.id)
        hear(.opened(key, sequence: sequence, valid: valid), from: epoch.owner)
    }

    /// Publishes events, each with its number as text.
    mutating func publish(
        _ epoch: RoomEpoch, _ first: Int64, count: Int64 = 1, offset: RelayedOffset? = nil, valid: Instant? = nil,
        from sender: NodeID? = nil
    ) {
        let frames = (0..<count).map { Array("e\(first + $0)".utf8) }
        let events = RelayedEvents(first: first, frames: frames, offset: offset)
        hear(
            .publication(room: EdgeBench.room, epoch, events, valid: valid ?? self.valid),
            from: sender ?? epoch.owner)
    }

    mutating func beginEpoch(_ epoch: RoomEpoch, at sequence: Int64, _ snapshot: String = "snapshot") {
        hear(
            .opening(
                room: EdgeBench.room, epoch, sequence: sequence, snapshot: Array(snapshot.utf8), valid: valid),
            from: epoch.owner)
    }

    /// Sends items of the owner over the link.
    mutating func sendDown(_ list: DownItem..., valid: Instant? = nil) {
        var effects: [Link.Effect] = []
        for item in list { ownerEnd?.send(item.bytes, at: now, into: &effects) }
        flushOwner(valid: valid, &effects)
        settle()
    }

    private mutating func flushOwner(valid: Instant? = nil, _ effects: inout [Link.Effect]) {
        let valid = valid ?? self.valid
        ownerEnd?.flush(at: now, valid: valid, into: &effects)
        guard let owner = ownerEnd?.key.epoch.owner else { return }
        for case .send(let frame) in effects { edge.take(frame, from: owner, in: node, at: now, into: &output) }
        effects = []
    }

    // MARK: Output

    private mutating func settle() {
        edge.settle(in: node, at: now, into: &output)
        var effects: [ClusterEffect] = []
        output.take(into: &effects)
        var isAnswered = true
        for effect in effects {
            switch effect {
            case .loop(let loop, .cluster(.messages(let messages))):
                told += messages.map { "\(loop): \(EdgeBench.text($0))" }
            case .fabric(.subscribe(let subject)): subscriptions.insert(subject)
            case .fabric(.unsubscribe(let subject)): subscriptions.remove(subject)
            case .fabric(.publish(let bytes, to: .node(let receiver))):
                guard case .whole(let payload)? = try? Envelope(bytes).content else { continue }
                if let frame = LinkFrame(payload) {
                    take(frame, by: receiver)
                    isAnswered = false
                } else if let word = RoomMessage(payload) {
                    if case .open(_, _, let nonce, _) = word { self.nonce = nonce }
                    words.append("\(receiver): \(EdgeBench.text(word))")
                }
            default: told.append("\(effect)")
            }
        }
        guard !isAnswered else { return }
        var acknowledgements: [Link.Effect] = []
        flushOwner(&acknowledgements)
        settle()
    }

    /// Takes a frame as its owner, unless that is not heard.
    private mutating func take(_ frame: LinkFrame, by receiver: NodeID) {
        guard heard.contains(receiver), receiver == ownerEnd?.key.epoch.owner else { return }
        var effects: [Link.Effect] = []
        ownerEnd?.receive(frame, from: node.id, at: now, into: &effects)
        for case .deliver(let bytes) in effects {
            items.append(UpItem(bytes, with: Fixture.codec).map { EdgeBench.text($0) } ?? "unreadable")
        }
    }

    mutating func takeWords() -> [String] {
        defer { words = [] }
        return words
    }

    mutating func takeTold() -> [String] {
        defer { told = [] }
        return told
    }

    mutating func takeItems() -> [String] {
        defer { items = [] }
        return items
    }

    mutating func forgetOutput() { (words, told, items) = ([], [], []) }
}
