import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Coming back: with what was missed, or as if new.
@Suite struct SessionTests {
    private func away(_ change: (inout ServerSettings) -> Void = { _ in }) -> (loops: ServerFixture, welcome: Welcome?)
    {
        var loops = ServerFixture(2, change)
        loops.join(1, on: 0)
        let welcome = loops.join(2, on: 1).first?.welcome
        loops.close(2, on: 1)
        loops.carry()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        return (loops, welcome)
    }

    @Test func withinTheRingExactlyTheMissedEventsFollow() {
        var (loops, welcome) = away()
        let said = loops.join(3, on: 0, session: welcome?.session, since: 2)
        #expect(said.words == ["recovered", "3", "4", "5", "6"])
        #expect(said.first?.welcome?.member == welcome?.member)
        #expect(said.first?.welcome?.session == welcome?.session)
    }

    @Test func nothingMissedIsRecoveredToo() {
        var loops = ServerFixture()
        let welcome = loops.join(1, on: 0).first?.welcome
        #expect(welcome?.sequence.number == 1)
        #expect(loops.join(2, on: 0, since: 1).words == ["recovered", "2"], "its own joining is news")
        let session = loops.table.messages.compactMap(\.welcome).last?.session
        #expect(loops.join(3, on: 0, session: session, since: 2).words == ["recovered"])
        #expect(loops.join(4, on: 0, since: 99).words == ["welcome", "snapshot 3"], "a place that is yet to come")
    }

    @Test func theRingsLastFrameDecides() {
        for (since, isThere) in [(Int64(2), true), (1, false)] {
            var (loops, welcome) = away { $0.ringFrames = 4 }
            let said = loops.join(3, on: 1, session: welcome?.session, since: since)
            #expect(said.words == (isThere ? ["recovered", "3", "4", "5", "6"] : ["welcome", "snapshot 6"]))
        }
    }

    @Test func anotherEpochMeansASnapshot() {
        var (loops, welcome) = away()
        let said = loops.join(3, on: 1, session: welcome?.session, since: 2, epoch: "another")
        #expect(said.words == ["welcome", "snapshot 6"])
    }

    @Test func anEndedSessionIsANewMember() {
        var (loops, welcome) = away()
        loops.tick(at: 10_000)
        let said = loops.join(3, on: 1, session: welcome?.session, since: 2)
        #expect(said.first?.welcome?.member != welcome?.member)
        #expect(said.first?.welcome?.session != welcome?.session)
        #expect(said.first?.welcome?.recovered == true, "the events are there all the same")
    }

    @Test(arguments: [0, 1], [0, 1])
    func aSecondConnectionTakesOver(old: Int, new: Int) {
        var loops = ServerFixture()
        loops.join(9, on: 0)
        let welcome = loops.join(1, on: old).first?.welcome
        let said = loops.join(2, on: new, session: welcome?.session)
        #expect(said.first?.welcome?.member == welcome?.member)
        #expect(loops.endings == [ServerFixture.Ending(loop: old, peer: 1, code: .takenOver)])
        loops.close(1, on: old)
        loops.carry()
        #expect(loops.sent.isEmpty, "the member never was away")
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 2, on: new)
        let inside = loops.said(to: 2, on: new)
        loops.carry()
        #expect((inside + loops.said(to: 2, on: new)).words == ["3", "4", "ack 2"])
    }

    /// A request of the old connection is still under way when the new one has joined; its ids are not the new one's.
    @Test func aLateRequestOfAnOldConnectionDoesNotCount() {
        var loops = ServerFixture()
        let welcome = loops.join(1, on: 1).first?.welcome
        loops.open(2, on: 0)
        loops.ask(50, .step(.forward, from: PageIndex(0)), from: 1, on: 1)
        loops.send(.join(RequestID(1), Join(session: welcome?.session)), from: 2, on: 0)
        loops.carry()
        #expect(loops.cores[0].hosted[loops.name]?.room.pager.target == PageIndex(0))
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 2, on: 0)
        #expect(loops.said(to: 2, on: 0).words.last == "ack 2")
    }

    @Test func aTakeOverBeforeTheAdmissionArrived() {
        var loops = ServerFixture()
        loops.join(9, on: 0)
        loops.open(1, on: 1)
        loops.send(.join(RequestID(1), Join(role: .member)), from: 1, on: 1)
        loops.carryOne()
        let session = Session("secret-1-1")
        #expect(loops.join(2, on: 0, session: session).words.first == "welcome")
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 1, code: .takenOver)])
        #expect(loops.cores[0].hosted[loops.name]?.connections.perLoop == [2, 0])
    }

    @Test func aGoodbyeIsFinal() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 1)
        loops.send(.leave(RequestID(2)), from: 2, on: 1)
        #expect(loops.said(to: 2, on: 1).words == ["ack 2"])
        loops.close(2, on: 1)
        loops.carry()
        guard case .event(let event)? = loops.said(to: 1, on: 0).first, case .member(_, let change) = event.change
        else {
            Issue.record("nobody heard of it")
            return
        }
        #expect(change == .left)
    }
}
