import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

@testable import PagingClient

/// A client whose server, network and clock are the test.
struct ClientFixture {
    var core: ClientCore
    var milliseconds: Int64 = 0
    /// The effects of the last call.
    private(set) var effects: [ClientEffect] = []

    init(seed: UInt64 = 1, attempts: Int? = nil, _ change: (inout ClientSettings) -> Void = { _ in }) {
        var settings = ClientSettings(join: Join(name: "Ann", role: .member, offsets: .frames), attempts: attempts)
        change(&settings)
        core = ClientCore(settings: settings, seed: seed)
    }

    mutating func handle(_ event: ClientEvent, at milliseconds: Int64? = nil) {
        self.milliseconds = milliseconds ?? self.milliseconds
        effects = []
        core.handle(event, at: Instant(milliseconds: self.milliseconds), into: &effects)
    }

    mutating func receive(_ messages: ServerMessage..., at milliseconds: Int64? = nil) {
        handle(.received(messages), at: milliseconds)
    }

    mutating func setCut(_ isCut: Bool) {
        effects = []
        core.setCut(isCut, into: &effects)
    }

    mutating func ask(_ request: Request) -> RequestID? {
        effects = []
        return core.request(request, into: &effects)
    }

    /// From nothing into the room, whose newest event is `sequence`.
    mutating func enter(_ sequence: Int64 = 10) {
        handle(.start)
        handle(.opened)
        receive(ClientFixture.welcome(sequence), ClientFixture.snapshot(sequence))
    }

    /// Answers every ping that is due up to `end`, so that nothing but waiting is left.
    mutating func rest(until end: Int64) {
        while let due = core.nextDeadline, due.milliseconds <= end {
            handle(.tick, at: due.milliseconds)
            for case .ping(let id) in sent { receive(.pong(id, now: Instant(milliseconds: milliseconds))) }
        }
        milliseconds = end
    }

    var sent: [ClientMessage] { effects.compactMap { if case .send(let message) = $0 { message } else { nil } } }

    var words: [String] { effects.map(\.word) }

    /// The wait before the next attempt.
    var wait: Int64? {
        effects.compactMap { if case .waiting(let milliseconds, _) = $0 { milliseconds } else { nil } }.first
    }

    var end: ClientEnd? {
        effects.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first
    }
}

extension ClientFixture {
    static func welcome(
        _ sequence: Int64, recovered: Bool = false, epoch: String = "life", session: String = "secret",
        now: Int64 = 0
    ) -> ServerMessage {
        .welcome(
            Welcome(
                id: RequestID(1), server: "test", room: "room", member: MemberID(4), session: Session(session),
                role: .member, epoch: Epoch(epoch), sequence: Sequence(sequence), now: Instant(milliseconds: now),
                recovered: recovered, limits: Limits(),
                retry: Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000)))
    }

    static func snapshot(_ sequence: Int64, epoch: String = "life") -> ServerMessage {
        let room = Room(
            name: "room", epoch: Epoch(epoch), supplier: .numbers, configuration: Configuration(.threePage),
            now: Instant(milliseconds: 0))
        var replica = room.snapshot(at: Instant(milliseconds: 0))
        replica.sequence = Sequence(sequence)
        let snapshot = Snapshot(
            epoch: Epoch(epoch), now: Instant(milliseconds: 0), replica: replica, digest: replica.digest)
        return .snapshot(snapshot)
    }

    static func target(_ sequence: Int64, _ page: Int64) -> ServerMessage {
        let change = Event.Change.target(from: PageIndex(0), to: PageIndex(page))
        return .event(Event(sequence: Sequence(sequence), change: change))
    }

    static func ack(_ id: RequestID?, _ sequence: Int64) -> ServerMessage {
        .answer(.accepted(id ?? RequestID(0), Sequence(sequence)))
    }

    static func coalesced(_ id: RequestID?) -> ServerMessage {
        .answer(.refused(id, Refusal(.coalesced, "somebody else's"), Sequence(10)))
    }
}

extension ClientEffect {
    var word: String {
        switch self {
        case .connect: "connect"
        case .send(.join): "send join"
        case .send(.ping): "send ping"
        case .send(.leave): "send leave"
        case .send(.drawn(let sequence, _, _)): "drawn \(sequence.number)"
        case .send: "send"
        case .close: "close"
        case .drop: "drop"
        case .joined: "joined"
        case .happened(let event): "\(event.sequence.number)"
        case .replaced: "replaced"
        case .moved: "moved"
        case .answered(let id, _): "answered \(id.number)"
        case .unanswered(let id): "unanswered \(id.number)"
        case .pages: "pages"
        case .asset(let id, _): "asset \(id.number)"
        case .notes: "notes"
        case .inStep: "inStep"
        case .notice: "notice"
        case .waiting: "waiting"
        case .ended: "ended"
        }
    }
}
