import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// The output of a durable room, and when it is published.
@Suite struct CommitGateTests {
    private func durable(_ count: Int = 1, pages: [Page]? = nil) -> ServerFixture {
        ServerFixture(count, pages: pages) { $0.isDurable = true }
    }

    /// A room with one member whose arrival is safe.
    private func room(_ count: Int = 1) -> ServerFixture {
        var loops = durable(count)
        loops.join(1, on: 0)
        loops.save()
        return loops
    }

    @Test func theEndOfAFlightWaitsForItsRecord() {
        var loops = room()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["target", "animation", "ack 2"], "the beginning waits for nothing")
        #expect(loops.records.last?.record.rest.position == Position(page: PageIndex(1)), "known when it begins")
        loops.tick(at: 150)
        #expect(loops.sent.isEmpty)
        loops.save()
        #expect(loops.said(to: 1, on: 0).kinds == ["completed", "selected", "shift"])
        loops.ask(3, .step(.forward, from: PageIndex(1)), from: 1, on: 0)
        loops.save()
        loops.tick(at: 400)
        #expect(loops.said(to: 1, on: 0).kinds == ["completed", "selected", "shift"], "the flight hides the saving")
    }

    @Test func anImmediateChangeIsAcknowledgedAfterItsCommit() {
        var loops = room()
        loops.ask(2, .jump(PageIndex(7), animated: false), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["target"])
        loops.ask(3, .content(revision: 0, [Page(id: PageID("a"), title: "a")], wrap: .finite), from: 1, on: 0)
        loops.ask(4, .dragEnabled(false), from: 1, on: 0)
        #expect(loops.sent.isEmpty)
        loops.save(upTo: 2)
        #expect(loops.said(to: 1, on: 0).kinds == ["selected", "shift", "ack 2"], "in order, and no further")
        loops.save()
        #expect(loops.said(to: 1, on: 0).kinds.suffix(4) == ["shift", "dragEnabled", "ack 3", "ack 4"])
    }

    @Test(arguments: [1, 2]) func aNewMemberSeesNothingUncommitted(count: Int) {
        var loops = room(count)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.tick(at: 150)
        #expect(loops.join(2, on: count - 1).isEmpty, "the welcome waits")
        loops.tick(at: 200)
        loops.save()
        let first = loops.said(to: 2, on: count - 1)
        loops.carry()
        let seen = first + loops.said(to: 2, on: count - 1)
        #expect(seen.map(\.kind) == ["welcome", "snapshot"])
        let snapshot = seen.compactMap(\.snapshot).first
        #expect(snapshot?.replica.settled == PageIndex(1))
        #expect(snapshot?.replica.sequence == seen.compactMap(\.welcome).first?.sequence)
        loops.ask(2, .step(.forward, from: PageIndex(1)), from: 2, on: count - 1)
        let begun = loops.said(to: 2, on: count - 1)
        loops.carry()
        let next = begun + loops.said(to: 2, on: count - 1)
        #expect(next.kinds.suffix(3) == ["target", "animation", "ack 2"], "it goes on")
    }

    @Test func aRoomThatIsNotDurableRecordsNothing() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0)
        loops.ask(2, .jump(PageIndex(7), animated: false), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["target", "selected", "shift", "ack 2"])
        #expect(loops.records.isEmpty)
    }

    @Test func requestsAreRefusedWhileTooMuchWaitsAndNothingIsLost() {
        var loops = room()
        var taken = 0
        for number in 0..<600 {
            let page = PageIndex(Int64(number % 2 + 1))
            loops.ask(Int64(number + 2), .jump(page, animated: false), from: 1, on: 0)
            loops.milliseconds += 100
            if !loops.sent.isEmpty, loops.said(to: 1, on: 0).kinds.first?.hasPrefix("rate") == true { break }
            taken += 1
        }
        #expect(taken > 100 && taken < 600)
        loops.save()
        let kinds = loops.said(to: 1, on: 0).kinds
        #expect(kinds.count { $0.hasPrefix("ack") } == taken)
        loops.ask(999, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        loops.save()
        #expect(loops.said(to: 1, on: 0).kinds.last == "ack 999")
    }

    /// A welcome promises that its session takes the member back, so it waits; the room does not.
    @Test(arguments: [1, 2]) func aWelcomeWaitsForItsOwnRecordOnly(count: Int) {
        var loops = room(count)
        #expect(loops.join(2, on: count - 1, role: .member).isEmpty)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["target", "animation", "ack 2"], "the room goes on")
        #expect(loops.said(to: 2, on: count - 1).isEmpty)
        loops.save(upTo: 2)
        let first = loops.said(to: 2, on: count - 1)
        loops.carry()
        let seen = first + loops.said(to: 2, on: count - 1)
        #expect(seen.kinds == ["welcome", "snapshot"])
        #expect(seen.compactMap(\.snapshot).first?.replica.target == PageIndex(1), "as the room is then")
        loops.tick(at: 100)
        loops.save()
        let end = loops.said(to: 2, on: count - 1)
        loops.carry()
        #expect((end + loops.said(to: 2, on: count - 1)).kinds == ["completed", "selected", "shift"])
    }

    @Test func aMemberThatReturnsUnchangedWaitsForNothing() {
        var loops = room()
        let session = loops.table.messages.compactMap(\.welcome).first?.session
        loops.close(1, on: 0)
        #expect(loops.join(2, on: 0, session: session).kinds == ["welcome", "snapshot"])
        #expect(loops.join(3, on: 0, session: session, name: "Zoe").isEmpty, "a new name is news")
        loops.save()
        let seen = loops.said(to: 3, on: 0)
        #expect(seen.compactMap(\.snapshot).first?.replica.members.map(\.name) == ["Zoe"])
    }

    @Test func aMemberThatLeavesBeforeItsWelcomeIsAwayAndThenRemoved() {
        var loops = room()
        loops.join(2, on: 0, role: .member)
        loops.close(2, on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["member"])
        loops.save()
        #expect(loops.endings.isEmpty && loops.cores[0].hosted[loops.name]?.connections.count == 1)
        loops.tick(at: 10_000)
        #expect(loops.cores[0].hosted[loops.name]?.room.population == 1)
    }

    @Test func aMemberRemovedBeforeItsWelcomeNeverGetsOne() {
        var loops = room()
        loops.join(2, on: 0, role: .member)
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 2, code: .removed)])
        loops.save()
        #expect(loops.said(to: 2, on: 0).isEmpty)
    }

    @Test func aSecondConnectionTakesOverTheHeldJoinToo() {
        var loops = room()
        loops.join(2, on: 0, role: .member)
        #expect(loops.join(3, on: 0, session: Session("secret-0-2")).isEmpty, "its record is not safe yet")
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 2, code: .takenOver)])
        loops.save()
        #expect(loops.said(to: 3, on: 0).kinds == ["welcome", "snapshot"])
    }

    @Test func aJoinWhileTheDiskFailsGetsANotice() {
        var loops = room()
        loops.handle(.storeTrouble("the disk is full"), on: 0)
        #expect(loops.join(2, on: 0).kinds == ["notice"])
        loops.handle(.storeTrouble(nil), on: 0)
        #expect(loops.said(to: 2, on: 0).kinds == ["notice"])
        loops.save()
        #expect(loops.said(to: 2, on: 0).kinds == ["welcome", "snapshot"])
    }

    @Test func storeTroubleIsReportedOnceAndItsEnd() {
        var loops = room()
        loops.handle(.storeTrouble("the disk is full"), on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["notice"])
        loops.handle(.storeTrouble("the disk is full"), on: 0)
        #expect(loops.sent.isEmpty)
        loops.save()
        #expect(loops.join(2, on: 0).kinds.contains("notice"), "newcomers are told too")
        loops.handle(.storeTrouble(nil), on: 0)
        #expect(loops.said(to: 1, on: 0).kinds == ["notice"])
    }

    @Test func someRecordsHoldTheWholeRoom() {
        var loops = room()
        for number in 0..<600 {
            loops.ask(Int64(number + 2), .jump(PageIndex(Int64(number + 1)), animated: false), from: 1, on: 0)
            loops.milliseconds += 100
            loops.save()
        }
        let whole = loops.records.filter(\.record.isWhole).map(\.number.number)
        #expect(whole == [1, 258, 515])
        #expect(loops.records.last?.record.pages == nil, "most say only what is new")
    }
}

extension ServerFixture {
    /// Commits the records up to `number`, or all.
    mutating func save(_ room: String? = nil, upTo number: Int64? = nil) {
        let room = room ?? name
        guard let last = records.last(where: { $0.room == room })?.number else { return }
        handle(.committed([room: number.map(RecordNumber.init) ?? last]), on: 0)
    }
}

extension ServerMessage {
    /// As `word`, but an event by what happened.
    fileprivate var kind: String {
        switch self {
        case .event(let event): String(String(describing: event.change).prefix { $0 != "(" })
        case .snapshot: "snapshot"
        default: word
        }
    }
}

extension [ServerMessage] {
    fileprivate var kinds: [String] { map(\.kind) }
}
