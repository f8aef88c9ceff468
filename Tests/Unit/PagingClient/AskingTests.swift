import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Requests, their answers, and what they lead to.
@Suite struct AskingTests {
    @Test func numbersRiseAndStartAgainWithAConnection() {
        var seat = Seat()
        #expect(seat.ask(.jump(PageIndex(1), animated: true)) == nil, "not in the room")
        seat.enter()
        #expect(seat.ask(.jump(PageIndex(1), animated: true)) == RequestID(2))
        #expect(seat.ask(.dragMoved(DragID(1), by: .zero)) == nil)
        #expect(seat.sent == [.request(nil, .dragMoved(DragID(1), by: .zero))])
        #expect(seat.ask(.jump(PageIndex(2), animated: true)) == RequestID(3))
        seat.handle(.cut)
        seat.handle(.reconnect)
        seat.handle(.opened)
        guard case .join(let id, _)? = seat.sent.first else {
            Issue.record("no join")
            return
        }
        #expect(id == RequestID(1))
    }

    @Test func whatIsNotAnsweredBeforeTheConnectionGoesIsReported() {
        var seat = Seat()
        seat.enter()
        let first = seat.ask(.jump(PageIndex(1), animated: true))
        _ = seat.ask(.jump(PageIndex(2), animated: true))
        _ = seat.ask(.jump(PageIndex(3), animated: true))
        seat.receive(Seat.ack(first, 10))
        #expect(seat.words == ["answered 2"])
        seat.handle(.closed(code: nil, reason: ""))
        #expect(seat.words == ["unanswered 3", "unanswered 4", "waiting"])
        seat.handle(.leave)
        #expect(seat.words == ["ended"], "reported once")
    }

    @Test func stepsStartFromWhereTheOwnStepsLead() {
        var seat = Seat()
        seat.enter()
        #expect(seat.core.stepTarget == PageIndex(0))
        let first = seat.ask(.step(.forward, from: PageIndex(0)))
        #expect(seat.core.stepTarget == PageIndex(1))
        let second = seat.ask(.step(.forward, from: PageIndex(1)))
        #expect(seat.core.stepTarget == PageIndex(2))
        seat.receive(Seat.target(11, 1), Seat.ack(first, 11))
        #expect(seat.core.stepTarget == PageIndex(2), "one is still under way")
        seat.receive(Seat.target(12, 2), Seat.target(13, 7), Seat.ack(second, 13))
        #expect(seat.core.stepTarget == PageIndex(7), "the room's again")
    }

    @Test func aRefusedStepLeadsNowhere() {
        var seat = Seat()
        seat.enter()
        let first = seat.ask(.step(.forward, from: PageIndex(0)))
        _ = seat.ask(.step(.forward, from: PageIndex(1)))
        seat.receive(Seat.coalesced(first))
        #expect(seat.core.stepTarget == PageIndex(0))
        seat.handle(.cut)
        #expect(seat.core.stepTarget == PageIndex(0))
    }

    @Test func aRefusalWithoutANumberIsANotice() {
        var seat = Seat()
        seat.enter()
        seat.receive(Seat.coalesced(nil))
        #expect(seat.words == ["notice"])
    }

    @Test func goodbyesAndNoticesAreShown() {
        var seat = Seat()
        seat.enter()
        seat.receive(
            .notice(Notice(level: .info, text: "hello")), .closing(.goingAway, reason: "bye", withinMilliseconds: 0))
        #expect(seat.words == ["notice", "notice"])
    }
}
