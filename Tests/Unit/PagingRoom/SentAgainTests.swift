import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// Requests whose answers were lost, sent again to a room that was restored from its records.
@Suite struct SentAgainTests {
    /// A request that changes something kept, and what comes before it, all of the presenter.
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        var before: [Request] = []
        let request: Request

        init(_ description: String, before: [Request] = [], _ request: Request) {
            self.description = description
            self.before = before
            self.request = request
        }
    }

    private static let drag = DragID(1)
    private static let page = Distance(units: Position.unitsPerPage)
    private static let baton = Request.control(.policy(.baton))
    private static let pages = Scene.pages(0..<4).enumerated().map {
        Page(id: $1.id, title: $1.title, steps: $0)
    }

    static let cases = [
        Case("step", .step(.forward, from: PageIndex(0))),
        Case(
            "step within a page",
            before: [.content(revision: 0, pages, wrap: nil), .jump(PageIndex(2), animated: false)],
            .step(.forward, from: PageIndex(2), shown: 0)),
        Case("jump", .jump(PageIndex(3), animated: false)),
        Case("animated jump", .jump(PageIndex(3), animated: true)),
        Case("jump to an item", .jumpToItem(2, animated: true)),
        Case(
            "end of a drag", before: [.dragBegan(drag, viewport: nil), .dragMoved(drag, by: page)],
            .dragEnded(drag, by: page, velocity: .zero)),
        Case(
            "end of a strip drag",
            before: [.configure(Configuration(.tabs)), .stripMoved(drag, by: page), .stripMoved(drag, by: page)],
            .stripEnded(drag, by: page)),
        Case("content", .content(revision: 0, Scene.pages(0..<3), wrap: .loop)),
        Case("configure", .configure(Configuration(.majority))),
        Case("drags switched off", .dragEnabled(false)),
        Case("lock", .lock(true)),
        Case("leash", .leash(.back)),
        Case("policy", .control(.policy(.presenters))),
        Case("request of the baton", before: [baton], .control(.request)),
        Case("taking the baton", before: [baton], .control(.take)),
        Case("passing the baton", before: [baton, .control(.take)], .control(.grant(to: MemberID(2)))),
        Case("removal", .remove(MemberID(2))),
    ]

    @Test(arguments: cases) func aRequestWhoseAnswerIsLostCountsOnce(row: Case) throws {
        var first = RecordedRoom()
        for (place, request) in row.before.enumerated() { first.ask(request, id: Int64(place + 1)) }
        let id = Int64(row.before.count + 1)
        guard case .accepted? = first.ask(row.request, id: id) else {
            Issue.record("refused: \(first.effects)")
            return
        }
        #expect(first.last?.done.keys.first == MemberID(1), "\(String(describing: first.last))")
        var next = try RecordedRoom(after: first)
        #expect(next.reopen(answered: id - 1) == MemberID(1))
        let before = next.kept
        let answer = next.ask(row.request, id: id)
        #expect(answer == .accepted(RequestID(id), next.room.sequence))
        #expect(next.effects.count == 1, "only the answer: \(next.effects)")
        #expect(next.kept == before)
        #expect(next.ask(.content(revision: 5_000, Self.pages, wrap: nil), id: id + 1)?.refusal == .stale, "ids go on")
    }

    /// Their effect is lost with the process, so they have it again.
    @Test(arguments: [Request.blank(true), .point(PageID("page-0"), at: 3), .dragBegan(drag, viewport: nil)])
    func aRequestThatChangesNothingKeptIsPerformedAgain(request: Request) throws {
        var first = RecordedRoom()
        first.ask(request, id: 1)
        #expect(first.last == nil)
        var next = try RecordedRoom(after: first)
        next.reopen(answered: 0)
        guard case .accepted(RequestID(1), _, changed: true)? = next.ask(request, id: 1) else {
            Issue.record("\(next.effects)")
            return
        }
    }

    @Test func aRequestWithoutItsRecordIsPerformed() throws {
        var first = RecordedRoom()
        first.ask(.jump(PageIndex(1), animated: false), id: 1)
        let kept = first
        first.ask(.jump(PageIndex(4), animated: false), id: 2)
        var next = try RecordedRoom(after: kept)
        next.reopen(answered: 0)
        for id in Int64(1)...2 { next.ask(.jump(PageIndex(id == 1 ? 1 : 4), animated: false), id: id) }
        #expect(next.room.pager.settled == PageIndex(4))
    }

    @Test func aRefusedRequestBeforeADoneOneStaysRefused() throws {
        var first = RecordedRoom()
        #expect(first.ask(.step(.forward, from: PageIndex(2)), id: 1)?.refusal == .coalesced)
        first.ask(.jump(PageIndex(2), animated: false), id: 2)
        var next = try RecordedRoom(after: first)
        next.reopen(answered: 0)
        #expect(next.ask(.step(.forward, from: PageIndex(2)), id: 1)?.refusal == .badRequest)
        #expect(next.room.pager.target == PageIndex(2))
    }

    /// The requests of an earlier connection are in the records; those of the present one have the same ids.
    @Test func idsOfAnotherConnectionAreOthers() throws {
        var first = RecordedRoom()
        for id in Int64(1)...5 { first.ask(.jump(PageIndex(id), animated: false), id: id) }
        first.call {
            _ = $0.rejoin(Session("session-1"), connection: ConnectionKey("edge-1-b"), at: $2, into: &$1)
        }
        #expect(first.last == nil, "a return writes nothing")
        var next = try RecordedRoom(after: first)
        #expect(next.reopen(on: "edge-1-b", answered: 0) == MemberID(1))
        next.ask(.jump(PageIndex(0), animated: false), id: 2)
        #expect(next.room.pager.settled == PageIndex(0))
        #expect(next.sum?.done[MemberID(1)] == DoneRequest(on: ConnectionKey("edge-1-b"), id: RequestID(2)))
    }

    @Test func aNewConnectionBeginsAgainAfterARestart() throws {
        var first = RecordedRoom()
        first.ask(.jump(PageIndex(3), animated: false), id: 5)
        var next = try RecordedRoom(after: first)
        next.call { _ = $0.rejoin(Session("session-1"), at: $2, into: &$1) }
        next.ask(.jump(PageIndex(1), animated: false), id: 2)
        #expect(next.room.pager.settled == PageIndex(1))
        #expect(next.last?.done.isEmpty == true, "the connection ends with the process")
    }

    @Test func aConnectionOpenedAgainAtTheSameOwnerKeepsAnswersAndDrag() {
        var stage = RecordedRoom()
        let answer = stage.ask(.dragBegan(Self.drag, viewport: nil), id: 3)
        #expect(stage.reopen(answered: 2) == MemberID(1))
        #expect(stage.effects.isEmpty, "nothing has happened for the others")
        #expect(stage.ask(.dragBegan(Self.drag, viewport: nil), id: 3) == answer)
        #expect(stage.room.pager.phase.name == .dragging)
        stage.reopen(on: "edge-1-b", answered: 0)
        #expect(stage.room.pager.phase.name != .dragging, "another connection")
    }

    @Test func aMemberIsBackAsBefore() throws {
        var next = try RecordedRoom(after: RecordedRoom())
        let members = next.room.members
        #expect(members.map(\.isAway) == [true, true, true])
        for number in 1...3 { #expect(next.reopen(number, answered: 0) == MemberID(UInt32(number))) }
        #expect(next.room.members.map(\.id) == members.map(\.id))
        #expect(next.room.members.map(\.isAway) == [false, false, false])
        #expect(next.reopen(9, answered: 0) == nil)
    }

    @Test func aRemovedMemberStaysOutAfterARestart() throws {
        var first = RecordedRoom()
        first.ask(.remove(MemberID(2)), id: 1)
        var next = try RecordedRoom(after: first)
        let (session, other) = (Session("session-2"), Session("other"))
        #expect(next.reopen(2, answered: 0) == nil)
        next.call {
            let back = $0.rejoin(session, at: $2, into: &$1)
            #expect(back == nil)
        }
        #expect(next.room.barrier(to: session) == .removed)
        #expect(next.room.barrier(to: nil, session) == .removed, "as the session that it would get")
        #expect(next.room.barrier(to: other, credential: Credential(tokenID: "token-2")) == .removed)
        #expect(next.room.barrier(to: other) == nil)
    }

    @Test func samplesOfADragLeaveNothingInRecords() {
        var stage = RecordedRoom()
        var configuration = Configuration(.threePage)
        configuration.recentring = .inFlight
        stage.ask(.configure(configuration), id: 1)
        stage.ask(.dragBegan(Self.drag, viewport: nil), id: 2)
        var count = 0
        for sample in Int64(1)...40 {
            stage.ask(.dragMoved(Self.drag, by: Distance(units: sample * 9_000)), id: 0)
            guard let record = stage.last else { continue }
            count += 1
            #expect(record.done.isEmpty)
        }
        #expect(count > 0, "pages were passed")
    }

    @Test func aWholeRecordNamesTheNewestRequestOfEveryMember() {
        var stage = RecordedRoom()
        for id in Int64(1)...3 { stage.ask(.jump(PageIndex(id), animated: false), id: id) }
        stage.ask(.jump(PageIndex(5), animated: false), id: 8, from: 2)
        let whole = stage.room.takeRecord(whole: true)
        #expect(whole?.done.mapValues(\.id) == [MemberID(1): RequestID(3), MemberID(2): RequestID(8)])
        #expect(stage.sum?.done == whole?.done)
        stage.call { $0.leave(MemberID(2), at: $2, into: &$1) }
        #expect(stage.sum?.done.keys.map(\.number) == [1])
    }
}
