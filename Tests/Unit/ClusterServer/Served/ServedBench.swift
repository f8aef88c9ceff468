import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

@testable import ClusterServer

/// The rooms of one owner, without loops and without other nodes: the test is both.
struct ServedBench {
    static let room = "talk"
    static let owner = Fixture.node(1)
    static let edge = Fixture.node(2)
    static let epoch = RoomEpoch(number: 7, owner: owner)
    static let key = LinkKey(room: room, epoch: epoch, nonce: 5)
    private static let leaseMilliseconds: Int64 = 500

    var rooms: ServedRooms
    var now = Instant(milliseconds: 1_000)
    var isLive = true
    /// Messages on the fabric since the last `take`, by their subject.
    private(set) var words: [(subject: Subject, word: RoomMessage)] = []
    private(set) var frames: [LinkFrame] = []
    /// Commands and messages to loops since the last `take`.
    private(set) var commands: [ClusterCommand] = []
    private(set) var messages: [LoopMessage] = []
    private var output: ClusterOutput
    private var reader = Messenger(cluster: Fixture.cluster, node: ServedBench.edge)
    private var up = Link(ServedBench.key, sending: .up, to: ServedBench.owner)

    init(damage: String? = nil, ringFrames: Int = 1_024, historyBytes: Int = 1 << 20) {
        var settings = ClusterCoreSettings(
            node: .init(name: "owner", formats: 1...2), cluster: Fixture.cluster, loops: 1)
        (settings.ringFrames, settings.historyBytes) = (ringFrames, historyBytes)
        rooms = ServedRooms(settings)
        output = ClusterOutput(cluster: Fixture.cluster, node: ServedBench.owner, codec: Fixture.codec) { _ in [] }
        let loaded = LoadedRoom(record: nil, last: .none, damage: damage)
        change { rooms, output in
            rooms.begin(ServedBench.room, ServedBench.epoch, loaded, for: [(ServedBench.edge, 5)], into: &output)
        }
    }

    /// A room that speaks, after the event 3, and has a link to the edge.
    static func serving(ringFrames: Int = 1_024) -> ServedBench {
        var bench = ServedBench(ringFrames: ringFrames)
        bench.start()
        bench.take()
        return bench
    }

    var valid: Instant? { isLive ? now.advanced(byMilliseconds: ServedBench.leaseMilliseconds) : nil }

    mutating func start() {
        change { rooms, output in
            rooms.started(ServedBench.room, into: &output)
            rooms.speak(ServedBench.room, into: &output)
        }
        say(.epochChanged(room: ServedBench.room, EpochChange(snapshot: [9], sequence: Sequence(3))))
    }

    mutating func change(_ body: (inout ServedRooms, inout ClusterOutput) -> Void) {
        body(&rooms, &output)
        settle()
    }

    /// The home says something.
    mutating func say(_ message: LoopMessage) {
        rooms.take(message, at: now, valid: valid, into: &output)
        settle()
    }

    mutating func publish(_ numbers: ClosedRange<Int64>) {
        let frames = numbers.map { Array("e\($0)".utf8) }
        say(.publish(room: ServedBench.room, Publication(first: Sequence(numbers.lowerBound), frames: frames)))
    }

    /// The edge sends items over its link.
    mutating func send(_ items: UpItem...) {
        var effects: [Link.Effect] = []
        for item in items { up.send(item.bytes(with: Fixture.codec), at: now, into: &effects) }
        up.flush(at: now, into: &effects)
        for case .send(let frame) in effects {
            rooms.receive(frame, from: ServedBench.edge, at: now, into: &output)
        }
        settle()
    }

    /// The items that the edge gets over its link.
    mutating func receive() -> [DownItem] {
        var effects: [Link.Effect] = []
        for frame in frames { up.receive(frame, from: ServedBench.owner, at: now, into: &effects) }
        frames = []
        return effects.compactMap { effect in
            if case .deliver(let bytes) = effect { DownItem(bytes, room: ServedBench.room) } else { nil }
        }
    }

    mutating func since(_ sequence: Int64?) {
        let valid = valid
        change { rooms, output in
            rooms.since(
                sequence, in: ServedBench.room, ServedBench.epoch, from: ServedBench.edge, valid: valid, into: &output)
        }
    }

    mutating func run(_ milliseconds: Int64) {
        let end = now.advanced(byMilliseconds: milliseconds)
        while let next = rooms.nextDeadline, next <= end {
            now = max(now, next)
            settle()
        }
        now = end
    }

    mutating func take() { (words, frames, commands, messages) = ([], [], [], []) }

    private mutating func settle() {
        rooms.settle(at: now, valid: valid, into: &output)
        var effects: [ClusterEffect] = []
        output.take(into: &effects)
        for effect in effects {
            switch effect {
            case .fabric(.publish(let bytes, let subject)):
                guard let message = reader.receive(bytes, on: subject, at: now) else { continue }
                if let word = RoomMessage(message.payload) { words.append((subject, word)) }
                if let frame = LinkFrame(message.payload) { frames.append(frame) }
            case .loop(_, .cluster(.messages(let some))): messages += some
            case .loop(_, .cluster(let command)): commands.append(command)
            default: break
            }
        }
    }

    // MARK: Items

    static func address(_ peer: UInt64) -> Address { Address(loop: 3, peer: PeerID(peer)) }

    static func join(_ peer: UInt64) -> UpItem {
        .requestJoin(
            JoinRequest(
                address: address(peer), id: RequestID(1), join: Join(), secret: Session("secret-\(peer)"),
                limit: .member, passesLock: false, mayCreate: false))
    }

    static func reopen(_ peer: UInt64) -> UpItem {
        .reopen(
            ReopenRequest(
                address: address(peer), connection: ConnectionKey("key-\(peer)"), session: Session("secret-\(peer)"),
                offsets: .none, answered: RequestID(1)))
    }

    /// Whether an edge was told that its link has ended.
    var hasRefused: Bool {
        words.contains { if case .refused = $0.word { true } else { false } }
    }

    /// Addresses of the cluster loop in messages to the home, with the kind.
    var talk: [String] {
        messages.map { message in
            switch message {
            case .requestJoin(_, let request): "join \(request.address)"
            case .reopen(_, let request): "reopen \(request.address)"
            case .withdrawn(_, let address): "withdrawn \(address)"
            case .left(_, _, let address, _): "left \(address)"
            case .resync(_, let address): "resync \(address)"
            default: "other"
            }
        }
    }
}
