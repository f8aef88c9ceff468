import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Requests, their answers, and what they lead to.
@Suite struct ClientRequestTests {
    @Test func numbersRiseAndStartAgainWithAConnection() {
        var client = ClientFixture()
        #expect(client.ask(.jump(PageIndex(1), animated: true)) == nil, "not in the room")
        client.enter()
        #expect(client.ask(.jump(PageIndex(1), animated: true)) == RequestID(2))
        #expect(client.ask(.dragMoved(DragID(1), by: .zero)) == nil)
        #expect(client.sent == [.request(nil, .dragMoved(DragID(1), by: .zero))])
        #expect(client.ask(.jump(PageIndex(2), animated: true)) == RequestID(3))
        client.handle(.abort)
        client.handle(.reconnect)
        client.handle(.opened)
        guard case .join(let id, _)? = client.sent.first else {
            Issue.record("no join")
            return
        }
        #expect(id == RequestID(1))
    }

    @Test func unansweredRequestsAreReportedWhenTheConnectionIsLost() {
        var client = ClientFixture()
        client.enter()
        let first = client.ask(.jump(PageIndex(1), animated: true))
        _ = client.ask(.jump(PageIndex(2), animated: true))
        _ = client.ask(.jump(PageIndex(3), animated: true))
        client.receive(ClientFixture.ack(first, 10))
        #expect(client.words == ["answered 2"])
        client.handle(.closed(code: nil, reason: ""))
        #expect(client.words == ["unanswered 3", "unanswered 4", "waiting"])
        client.handle(.leave)
        #expect(client.words == ["ended"], "reported once")
    }

    @Test func stepsStartFromWhereTheOwnStepsLead() {
        var client = ClientFixture()
        client.enter()
        #expect(client.core.stepTarget == PageIndex(0))
        let first = client.ask(.step(.forward, from: PageIndex(0)))
        #expect(client.core.stepTarget == PageIndex(1))
        let second = client.ask(.step(.forward, from: PageIndex(1)))
        #expect(client.core.stepTarget == PageIndex(2))
        client.receive(ClientFixture.target(11, 1), ClientFixture.ack(first, 11))
        #expect(client.core.stepTarget == PageIndex(2), "one is still under way")
        client.receive(ClientFixture.target(12, 2), ClientFixture.target(13, 7), ClientFixture.ack(second, 13))
        #expect(client.core.stepTarget == PageIndex(7), "the room's again")
    }

    /// The page arrives while the room is still moving there, before the answer: how many steps of it are shown is not
    /// known yet.
    @Test func aStepToAnUnknownPageIsUncertainUntilItsAnswer() throws {
        var client = ClientFixture()
        client.enter()
        let first = client.ask(.step(.back, from: PageIndex(0)))
        #expect(!client.core.isStepUncertain, "the page is in the window")
        let second = client.ask(.step(.back, from: PageIndex(-1)))
        #expect(client.core.isStepUncertain)
        client.receive(ClientFixture.target(11, -1), ClientFixture.ack(first, 11))
        let window = (-2...0).map { number in
            let page = Page(id: PageID("p\(number)"), title: "A", steps: 3)
            return WindowPage(index: PageIndex(Int64(number)), item: nil, page: page)
        }
        let shift = Event(sequence: Sequence(12), change: .shift(by: -1, origin: PageIndex(-1), window: window))
        client.receive(.event(shift))
        #expect(client.core.isStepUncertain, "the page has come, the answer has not")
        let shown = Event(sequence: Sequence(14), change: .revealed(PageIndex(-2), shown: 3, by: MemberID(4)))
        client.receive(ClientFixture.target(13, -2), .event(shown), ClientFixture.ack(second, 14))
        #expect(!client.core.isStepUncertain)
        #expect(client.core.stepPlace == StepPlace(page: PageIndex(-2), shown: 3))
    }

    @Test func aRefusedStepLeadsNowhere() {
        var client = ClientFixture()
        client.enter()
        let first = client.ask(.step(.forward, from: PageIndex(0)))
        _ = client.ask(.step(.forward, from: PageIndex(1)))
        client.receive(ClientFixture.coalesced(first))
        #expect(client.core.stepTarget == PageIndex(0))
        client.handle(.abort)
        #expect(client.core.stepTarget == PageIndex(0))
    }

    @Test func aRefusalWithoutANumberIsANotice() {
        var client = ClientFixture()
        client.enter()
        client.receive(ClientFixture.coalesced(nil))
        #expect(client.words == ["notice"])
    }

    @Test func goodbyesAndNoticesAreShown() {
        var client = ClientFixture()
        client.enter()
        client.receive(
            .notice(Notice(level: .info, text: "hello")), .closing(.goingAway, reason: "bye", withinMilliseconds: 0))
        #expect(client.words == ["notice", "notice"])
    }
}
