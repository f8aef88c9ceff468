import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// A room that has one owner after the other, and the server that a member, Ann, is connected to. What an owner says takes
/// a while to arrive; what has not arrived when the next owner begins may be lost.
struct ChangingRoom {
    static let lag: Int64 = 15

    private(set) var now: Int64 = 0
    private(set) var room: Room
    private var epochs = 1
    /// The newest state that was saved.
    private var record: RoomRecord?
    let ann: MemberID
    private let bob: MemberID
    private var lastOfBob: Int64 = 0
    /// Requests of Ann that the server has received, until they are answered.
    private var received: [(id: RequestID, request: Request)] = []
    private var messages: [(due: Int64, message: ServerMessage)] = []

    init() {
        let pages = (0..<6).map { Page(id: PageID("p\($0)"), title: "Page \($0)") }
        var configuration = Configuration(.threePage)
        configuration.wrap = .finite
        let start = Instant(milliseconds: 0)
        room = Room(
            name: "room", epoch: Epoch("owner 1"), supplier: .listed(pages), configuration: configuration, now: start)
        var effects: [RoomEffect] = []
        ann = room.join(name: "ann", role: .member, session: Session("ann"), at: start, into: &effects)
        bob = room.join(name: "bob", role: .member, session: Session("bob"), at: start, into: &effects)
        record = room.takeRecord(whole: true)
    }

    private var instant: Instant { Instant(milliseconds: now) }

    /// The room as it is.
    var replica: Replica { room.snapshot(at: instant) }

    /// The answer to Ann's join.
    var greeting: [ServerMessage] {
        let welcome = Welcome(
            id: RequestID(1), server: "test", room: "room", member: ann, session: Session("ann"), role: .member,
            epoch: room.epoch, sequence: room.sequence, now: instant, recovered: false, limits: Limits(),
            retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        return [.welcome(welcome), snapshot]
    }

    private var snapshot: ServerMessage {
        .snapshot(Snapshot(epoch: room.epoch, now: instant, replica: replica, digest: replica.digest))
    }

    /// Lets a millisecond pass; returns the messages that reach Ann.
    mutating func tick() -> [ServerMessage] {
        now += 1
        var effects: [RoomEffect] = []
        room.tick(at: instant, into: &effects)
        publish(effects)
        let arrived = messages.filter { $0.due <= now }.map(\.message)
        messages.removeAll { $0.due <= now }
        return arrived
    }

    mutating func receive(_ message: ClientMessage) {
        switch message {
        case .ping(let id): tell(.pong(id, now: instant))
        case .request(let id, let request, _):
            if let id { received.append((id, request)) }
            perform(request, id)
        default: break
        }
    }

    mutating func jump(asBobTo page: PageIndex) {
        lastOfBob += 1
        var effects: [RoomEffect] = []
        room.handle(.jump(page, animated: true), id: RequestID(lastOfBob), from: bob, at: instant, into: &effects)
        publish(effects)
    }

    mutating func save() { record = room.takeRecord(whole: true) ?? record }

    /// The next owner goes on from the newest record. The server sends its snapshot, and answers what the owner before did
    /// not answer.
    ///
    /// - Parameters:
    ///   - kept: the messages of the owner before that still arrive.
    ///   - asked: the requests that Ann has no answer to.
    mutating func changeOwner(keeping kept: (_ count: Int) -> Int, asked: Set<RequestID>) {
        let limit = kept(messages.count)
        messages = messages.enumerated().filter { $0.offset < limit || $0.element.message.isPong }.map(\.element)
        epochs += 1
        guard let record,
            let next = Room(name: "room", epoch: Epoch("owner \(epochs)"), restoring: record, now: instant)
        else { preconditionFailure("expected a record with a room") }
        room = next
        var effects: [RoomEffect] = []
        for session in ["ann", "bob"] { _ = room.rejoin(Session(session), at: instant, into: &effects) }
        lastOfBob = 0
        tell(snapshot)
        let told = messages.compactMap { (_, message) -> RequestID? in
            if case .answer(let answer) = message { answer.id } else { nil }
        }
        received.removeAll { !asked.contains($0.id) }
        for (id, request) in received where !told.contains(id) {
            switch request {
            case .dragBegan: tell(.answer(.refused(id, Refusal(.held, "the room has another owner"), room.sequence)))
            case .dragEnded: tell(.answer(.accepted(id, room.sequence, changed: false)))
            default: perform(request, id)
            }
        }
    }

    private mutating func perform(_ request: Request, _ id: RequestID?) {
        var effects: [RoomEffect] = []
        room.handle(request, id: id, from: ann, at: instant, into: &effects)
        publish(effects)
    }

    private mutating func publish(_ effects: [RoomEffect]) {
        for effect in effects {
            switch effect {
            case .event(let event): tell(.event(event))
            case .offset(let offset, let audience): if audience != .frames { tell(.offset(offset)) }
            case .answer(ann, let answer): tell(.answer(answer))
            case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: break
            }
        }
    }

    private mutating func tell(_ message: ServerMessage) { messages.append((now + ChangingRoom.lag, message)) }
}

extension ServerMessage {
    /// Whether the server sends it itself, without the room's owner.
    fileprivate var isPong: Bool { if case .pong = self { true } else { false } }
}
