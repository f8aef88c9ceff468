import PagingContent
import PagingEngine

@testable import PagingRoom

/// A room under test with what it said last and what it said in all.
struct Scene {
    var room: Room
    /// Effects of the last call.
    private(set) var said: [RoomEffect] = []
    private(set) var history: [Event] = []
    private var sessions = 0
    private var numbers: [MemberID: Int64] = [:]

    /// `count` pages called page-0, page-1, …; nil means numbers without end.
    init(pages count: Int? = nil, _ preset: Preset = .threePage, wrap: PageOrder.Wrap = .finite) {
        var configuration = Configuration(preset)
        configuration.wrap = wrap
        let supplier = count.map { Supplier.listed(Scene.pages(0..<$0)) } ?? .numbers
        room = Room(
            name: "room", epoch: Epoch("life"), supplier: supplier, configuration: configuration,
            now: Instant(milliseconds: 0))
    }

    static func pages(_ numbers: some Swift.Sequence<Int>) -> [Page] {
        numbers.map { Page(id: PageID("page-\($0)"), title: "Page \($0)", notes: "secret \($0)") }
    }

    /// Events of the last call.
    var events: [Event.Change] { said.compactMap { if case .event(let event) = $0 { event.change } else { nil } } }

    var answers: [Answer] { said.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } } }

    var offsets: [Offset] { said.compactMap { if case .offset(let offset, _) = $0 { offset } else { nil } } }

    @discardableResult
    mutating func call<Result>(_ change: (inout Room, inout [RoomEffect]) -> Result) -> Result {
        said = []
        let result = change(&room, &said)
        for case .event(let event) in said { history.append(event) }
        return result
    }

    mutating func join(_ role: Role = .member, name: String? = nil, at milliseconds: Int64 = 0) -> MemberID {
        sessions += 1
        let session = Session("session-\(sessions)")
        return call {
            let member = $0.join(
                name: name, role: role, session: session, at: Instant(milliseconds: milliseconds), into: &$1)
            $0.noteWelcome(of: member)
            return member
        }
    }

    /// The session given to the member that joined as number `count`.
    func session(_ count: Int) -> Session { Session("session-\(count)") }

    mutating func rejoin(_ count: Int, at milliseconds: Int64) -> MemberID? {
        call {
            let member = $0.rejoin(Session("session-\(count)"), at: Instant(milliseconds: milliseconds), into: &$1)
            if let member { $0.noteWelcome(of: member) }
            return member
        }
    }

    /// Asks with the member's next id, or with `id`.
    @discardableResult
    mutating func ask(
        _ request: Request, _ member: MemberID, id: Int64? = nil, grant: Int64? = nil, at milliseconds: Int64
    ) -> Answer? {
        let number = id ?? (numbers[member, default: 0] + 1)
        numbers[member] = max(number, numbers[member, default: 0])
        call {
            $0.handle(
                request, id: RequestID(number), grant: grant.map { FencingToken($0) }, from: member,
                at: Instant(milliseconds: milliseconds), into: &$1)
        }
        return answers.first
    }

    mutating func drag(_ drag: Int64, by way: Int64, _ member: MemberID, at milliseconds: Int64) {
        call {
            $0.handle(
                .dragMoved(DragID(drag), by: Distance(units: way)), id: nil, from: member,
                at: Instant(milliseconds: milliseconds), into: &$1)
        }
    }

    mutating func tick(at milliseconds: Int64) {
        call { $0.tick(at: Instant(milliseconds: milliseconds), into: &$1) }
    }

    mutating func disconnect(_ member: MemberID, at milliseconds: Int64) {
        call { $0.disconnect(member, at: Instant(milliseconds: milliseconds), into: &$1) }
    }

    mutating func leave(_ member: MemberID, at milliseconds: Int64) {
        call { $0.leave(member, at: Instant(milliseconds: milliseconds), into: &$1) }
    }

    func snapshot(at milliseconds: Int64) -> Replica { room.snapshot(at: Instant(milliseconds: milliseconds)) }
}

extension Answer {
    var refusal: Refusal.Code? {
        if case .refused(_, let refusal, _) = self { refusal.code } else { nil }
    }

    var sequence: PagingRoom.Sequence {
        switch self {
        case .accepted(_, let sequence, _), .refused(_, _, let sequence): sequence
        }
    }

    /// Whether it was performed without an effect.
    var isIdle: Bool {
        if case .accepted(_, _, changed: false) = self { true } else { false }
    }
}

extension Event.Change {
    /// The event's word on the wire, with what tells it from others of that name.
    var word: String {
        switch self {
        case .member(_, let change): "\(name) \(change.rawValue)"
        case .audience(let viewers): "\(name) \(viewers)"
        default: name
        }
    }
}
