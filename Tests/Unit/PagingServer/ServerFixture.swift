import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Simulation

@testable import PagingServer

/// A process of several loops without a shell: a test passes events and carries the messages.
struct ServerFixture {
    struct Message {
        let loop: Int
        let peers: [UInt64]
        let objects: [ServerMessage]
    }

    struct Ending: Equatable {
        let loop: Int
        let peer: UInt64
        let code: CloseCode
    }

    private(set) var cores: [ServerCore] = []
    let table = FrameTable()
    let settings: ServerSettings
    var milliseconds: Int64 = 0
    /// Sent by the last `handle` or `carry`.
    private(set) var sent: [Message] = []
    private(set) var endings: [Ending] = []
    private(set) var pings: [UInt64] = []
    /// Joins whose token is to be verified.
    var asked: [(peer: UInt64, room: String, token: String?)] = []
    /// Records handed to the store so far.
    private(set) var records:
        [(room: String, epoch: Epoch, number: RecordNumber, record: RoomRecord, isAwaited: Bool)] = []
    private(set) var forgotten: [String] = []
    /// Log entries of members whose picture differs.
    private(set) var logged: [ServerLog] = []
    private(set) var messages: [(message: LoopMessage, to: Int)] = []
    /// Messages to the cluster loop, which is the test itself.
    var toCluster: [LoopMessage] = []

    /// A room on loop 0, of numbers unless `pages` are given.
    ///
    /// - Parameter controlBytes: the size of frames with a `control` event; others have the digits of their number.
    init(
        _ count: Int = 2, pages: [Page]? = nil, persisted: RoomRecord? = nil, damage: String? = nil,
        controlBytes: Int = 0,
        assets: [Asset] = [], _ change: (inout ServerSettings) -> Void = { _ in }
    ) {
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        change(&settings)
        self.settings = settings
        let encode: @Sendable (ServerMessage) -> Frame = { [table] message in
            let frame = table.encode(message)
            guard case .event(let event) = message, case .control = event.change else { return frame }
            return Frame(repeating: UInt8(ascii: "0"), count: max(0, controlBytes - frame.count)) + frame
        }
        var plan = RoomSpec(
            name: ServerFixture.room(loops: count), supplier: pages.map { .listed($0) } ?? .numbers,
            configuration: Configuration(.threePage), persisted: persisted, damage: damage)
        plan.assets = assets
        for loop in 0..<count {
            cores.append(
                ServerCore(
                    loop: loop, loops: count, settings: settings, rooms: [plan], now: Instant(milliseconds: 0),
                    encode: encode))
        }
    }

    /// The name of a room whose home is loop 0.
    static func room(loops: Int) -> String {
        (0...).lazy.map { "room-\($0)" }.first { RoomSpec.home(of: $0, loops: loops) == 0 } ?? ""
    }

    var name: String { ServerFixture.room(loops: cores.count) }

    mutating func handle(_ event: ServerEvent, on loop: Int) {
        sent = []
        pass(event, on: loop)
    }

    /// Handles events that come up together.
    mutating func handle(_ events: [ServerEvent], on loop: Int) {
        sent = []
        var effects: [ServerEffect] = []
        cores[loop].handle(events, at: Instant(milliseconds: milliseconds), into: &effects)
        run(effects, on: loop)
    }

    /// Performs an operator's order to the room of loop 0.
    mutating func operate(_ operation: RoomOperation) -> RoomOperationOutcome {
        sent = []
        var effects: [ServerEffect] = []
        let now = Instant(milliseconds: milliseconds)
        let outcome = cores[0].operate(operation, on: name, at: now, into: &effects)
        run(effects, on: 0)
        return outcome
    }

    mutating func markCommittedIfIdle(_ number: RecordNumber) -> [String: RecordNumber] {
        cores[0].markCommittedIfIdle([name: number])
    }

    /// Delivers all messages under way.
    mutating func carry() {
        sent = []
        while !messages.isEmpty { pass(next()) }
    }

    /// Delivers the oldest message.
    mutating func carryOne() {
        sent = []
        pass(next())
    }

    /// Takes the newest message, to deliver it before the others.
    mutating func takeNewest() -> (LoopMessage, Int) {
        let last = messages.removeLast()
        return (last.message, last.to)
    }

    mutating func deliver(_ message: (LoopMessage, Int)) {
        sent = []
        pass(message)
    }

    private mutating func next() -> (LoopMessage, Int) {
        let first = messages.removeFirst()
        return (first.message, first.to)
    }

    private mutating func pass(_ message: (LoopMessage, Int)) { pass(.messages([message.0]), on: message.1) }

    private mutating func pass(_ event: ServerEvent, on loop: Int) {
        var effects: [ServerEffect] = []
        cores[loop].handle(event, at: Instant(milliseconds: milliseconds), into: &effects)
        run(effects, on: loop)
    }

    private mutating func run(_ effects: [ServerEffect], on loop: Int) {
        for effect in effects {
            switch effect {
            case .send(let bytes, let peers):
                sent.append(Message(loop: loop, peers: peers.map(\.number), objects: table.decode(bytes)))
            case .authorize(let peer, let room, let token): asked.append((peer.number, room, token))
            case .ping(let peers): pings += peers.map(\.number)
            case .close(let peer, let code, _): endings.append(Ending(loop: loop, peer: peer.number, code: code))
            case .message(let message, cores.count): toCluster.append(message)
            case .message(let message, let other): messages.append((message, other))
            case .journal(let room, let epoch, let number, let record, let isAwaited):
                records.append((room, epoch, number, record, isAwaited))
            case .deleteRecords(let room, _): forgotten.append(room)
            case .log(let entry): if case .diverged = entry { logged.append(entry) }
            case .joinCompleted: break
            }
        }
    }
}

extension ServerFixture {
    mutating func open(_ peer: UInt64, on loop: Int, room: String? = nil) {
        let event = ServerEvent.opened(
            PeerID(peer), room: room ?? name, secret: Session("secret-\(loop)-\(peer)"))
        handle(event, on: loop)
    }

    mutating func send(_ messages: ClientMessage..., from peer: UInt64, on loop: Int) {
        handle(.received(PeerID(peer), messages.map { .success($0) }), on: loop)
    }

    mutating func ask(_ id: Int64?, _ request: Request, from peer: UInt64, on loop: Int) {
        send(.request(id.map(RequestID.init), request), from: peer, on: loop)
    }

    /// Opens a connection, joins and carries the messages; returns the messages to the new member.
    @discardableResult
    mutating func join(
        _ peer: UInt64, on loop: Int, offsets: Join.Offsets = .keyframes, role: Role = .presenter,
        session: Session? = nil, since: Int64? = nil, epoch: String = "life", room: String? = nil, name: String? = nil,
        knowsEpochs: Bool = false
    ) -> [ServerMessage] {
        open(peer, on: loop, room: room)
        let since = since.map { Join.Since(epoch: Epoch(epoch), sequence: Sequence($0)) }
        let join = Join(
            name: name, role: role, offsets: offsets, since: since, session: session, knowsEpochs: knowsEpochs)
        send(.join(RequestID(1), join), from: peer, on: loop)
        let first = said(to: peer, on: loop)
        carry()
        return first + said(to: peer, on: loop)
    }

    /// The sum of the records so far, from which a later life of the room goes on.
    var recordSum: RoomRecord? {
        guard var sum = records.first?.record else { return nil }
        for next in records.dropFirst() { sum.add(next.record) }
        return sum
    }

    mutating func close(_ peer: UInt64, on loop: Int) { handle(.closed(PeerID(peer)), on: loop) }

    mutating func tick(at milliseconds: Int64) {
        self.milliseconds = milliseconds
        sent = []
        for loop in cores.indices { pass(.tick, on: loop) }
    }

    /// Everything sent to the connection by the last call, in one list.
    func said(to peer: UInt64, on loop: Int) -> [ServerMessage] {
        sent.filter { $0.loop == loop && $0.peers.contains(peer) }.flatMap(\.objects)
    }
}

extension ServerMessage {
    /// The object in a word: an event by its number, an offset by the event it follows, an answer by its id.
    var word: String {
        switch self {
        case .welcome(let welcome): welcome.recovered ? "recovered" : "welcome"
        case .snapshot(let snapshot): "snapshot \(snapshot.replica.sequence.number)"
        case .answer(.accepted(let id, _, _)): "ack \(id.number)"
        case .answer(.refused(let id, let refusal, _)): "\(refusal.code.rawValue) \(id.map { "\($0.number)" } ?? "-")"
        case .pong(let id, _): "pong \(id.number)"
        case .pages(let id, _): "pages \(id.number)"
        case .asset(let id, _): "asset \(id.number)"
        case .notes: "notes"
        case .inStep(let count): "inStep \(count.at.number)"
        case .notice: "notice"
        case .closing(let code, _, _): "closing \(code.rawValue)"
        case .event(let event): "\(event.sequence.number)"
        case .unknown(let sequence): "unknown \(sequence.number)"
        case .offset(let offset): "offset \(offset.sequence.number)"
        }
    }

    var welcome: Welcome? { if case .welcome(let welcome) = self { welcome } else { nil } }
    var snapshot: Snapshot? { if case .snapshot(let snapshot) = self { snapshot } else { nil } }
}

extension [ServerMessage] {
    var words: [String] { map(\.word) }
}
