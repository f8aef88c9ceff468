import PagingContent
import PagingEngine
import PagingRoom
import Testing

/// Pages that take their time.
@Suite struct LoadingTests {
    private let room = Room(
        name: "slow", epoch: Epoch("e"), supplier: .contents, configuration: Configuration(.buttons),
        now: Instant(milliseconds: 0))

    private static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    private func join(_ room: inout Room, _ role: Role, at milliseconds: Int64) -> (MemberID, [Event.Change]) {
        var effects: [RoomEffect] = []
        let session = Session("\(role) \(milliseconds)")
        let member = room.join(name: nil, role: role, session: session, at: Self.at(milliseconds), into: &effects)
        return (member, changes(effects))
    }

    private func changes(_ effects: [RoomEffect]) -> [Event.Change] {
        effects.compactMap { if case .event(let event) = $0 { event.change } else { nil } }
    }

    private func loads(_ changes: [Event.Change]) -> [Bool] {
        changes.compactMap { if case .loading(let on, _) = $0 { on } else { nil } }
    }

    @Test func theFirstToJoinMakesItLoad() {
        var room = room
        #expect(room.nextDeadline == nil)
        #expect(room.snapshot(at: Self.at(0)).phase == .empty)
        #expect(loads(join(&room, .member, at: 1_000).1) == [true])
        #expect(loads(join(&room, .member, at: 1_500).1) == [], "the second finds it loading")
        #expect(room.snapshot(at: Self.at(1_500)).loading)
        #expect(room.nextDeadline == Self.at(4_000))
    }

    @Test(arguments: [4_000, 4_001, 9_000] as [Int64])
    func loadedPagesArriveAtTheirTimeWithoutATick(milliseconds: Int64) {
        var room = room
        _ = join(&room, .member, at: 1_000)
        var effects: [RoomEffect] = []
        room.tick(at: Self.at(3_999), into: &effects)
        #expect(effects.isEmpty)
        room.tick(at: Self.at(milliseconds), into: &effects)
        let said = changes(effects)
        guard case .content(let change, _, nil) = said.first, case .loading(false, request: 1) = said.last else {
            Issue.record("\(said)")
            return
        }
        #expect(change.count == 3)
        let replica = room.snapshot(at: Self.at(milliseconds))
        #expect(!replica.loading && replica.phase == .idle && replica.window.first?.page.title == "PAGE1")
    }

    /// A request after the pages came meets them, even when nobody has looked before.
    @Test func aRequestMeetsPagesThatAreThere() {
        var room = room
        let (member, _) = join(&room, .member, at: 0)
        var effects: [RoomEffect] = []
        let step = Request.step(.forward, from: PageIndex(0))
        room.handle(step, id: RequestID(1), from: member, at: Self.at(3_000), into: &effects)
        #expect(room.snapshot(at: Self.at(3_000)).target == PageIndex(1))
    }

    @Test func aPresentersPagesWin() {
        var room = room
        let (presenter, _) = join(&room, .presenter, at: 0)
        var effects: [RoomEffect] = []
        let mine = Request.content(revision: 0, [Page(id: PageID("mine"), title: "Mine")], wrap: nil)
        room.handle(mine, id: RequestID(1), from: presenter, at: Self.at(100), into: &effects)
        #expect(loads(changes(effects)) == [false])
        effects = []
        room.tick(at: Self.at(60_000), into: &effects)
        #expect(changes(effects).isEmpty, "pages that were requested before are ignored")
        #expect(room.snapshot(at: Self.at(60_000)).window.map(\.page.title) == ["Mine"])
    }

    @Test func aRefusedPresenterChangesNothing() {
        var room = room
        let (presenter, _) = join(&room, .presenter, at: 0)
        var effects: [RoomEffect] = []
        let stale = Request.content(revision: 9, [], wrap: nil)
        room.handle(stale, id: RequestID(1), from: presenter, at: Self.at(100), into: &effects)
        #expect(room.snapshot(at: Self.at(100)).loading)
        room.tick(at: Self.at(1_000), into: &effects)
        #expect(room.nextDeadline == Self.at(3_000))
    }
}
