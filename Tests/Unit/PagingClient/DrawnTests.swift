import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// A client says what it shows when its picture has come to rest.
@Suite struct DrawnTests {
    private func drawn(_ client: ClientFixture) -> [Sequence] {
        client.sent.compactMap { if case .drawn(let sequence, _, _) = $0 { sequence } else { nil } }
    }

    private func event(_ sequence: Int64, _ change: Event.Change) -> ServerMessage {
        .event(Event(sequence: Sequence(sequence), change: change))
    }

    private var flight: Animation {
        Animation(
            id: AnimationID(1), from: Position(page: PageIndex(0)), to: Position(page: PageIndex(1)),
            startVelocity: .zero,
            start: Instant(milliseconds: 0), end: Instant(milliseconds: 100), curve: .linear, cause: .step,
            by: MemberID(4))
    }

    @Test func onceForEachRest() throws {
        var client = ClientFixture()
        client.enter()
        #expect(drawn(client) == [Sequence(10)], "of the snapshot")
        client.receive(ClientFixture.target(11, 1), event(12, .animation(flight)))
        #expect(drawn(client) == [], "it moves")
        let member = Member(id: MemberID(9), name: "Bob", role: .viewer)
        client.receive(event(13, .member(member, .joined)))
        #expect(drawn(client) == [])
        client.receive(
            event(14, .completed(AnimationID(1), at: Position(page: PageIndex(1)))),
            event(
                15, .selected(old: PageIndex(0), new: PageIndex(1), item: nil, at: Position(page: PageIndex(1)))),
            event(16, .shift(by: 1, origin: PageIndex(1), window: [])))
        let digest = try #require(client.core.replica?.digest)
        #expect(client.sent == [.drawn(Sequence(16), digest)], "once for what comes together, and true at its end")
        client.receive(event(17, .member(member, .left)), event(18, .blank(true, by: nil)))
        #expect(drawn(client) == [], "nothing about the picture has changed")
        client.receive(event(19, .revealed(PageIndex(1), shown: 1, by: nil)))
        #expect(drawn(client) == [Sequence(19)])
        client.receive(event(19, .revealed(PageIndex(1), shown: 1, by: nil)))
        #expect(drawn(client) == [], "not twice")
        client.receive(ClientFixture.snapshot(19))
        #expect(drawn(client) == [], "nor where a snapshot says it again")
    }

    @Test func aWindowThatIsTooSmallIsReported() throws {
        var client = ClientFixture()
        client.enter()
        let digest = try #require(client.core.replica?.digest)
        client.setCut(true)
        #expect(client.sent == [.drawn(Sequence(10), digest, isCut: true)], "the same picture, in another window")
        client.setCut(true)
        #expect(client.sent.isEmpty)
        client.receive(ClientFixture.target(11, 1), event(12, .animation(flight)))
        client.setCut(false)
        #expect(client.sent.isEmpty, "it moves")
    }

    @Test func aReconnectReportsItAgain() {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: nil, reason: ""))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(10, recovered: true))
        #expect(drawn(client) == [Sequence(10)])
    }

    /// Between the welcome to another life and its snapshot the picture is one of the life before.
    @Test func thePictureOfAnotherEpochIsNotReported() {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: 4000, reason: "going away"))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(3, epoch: "another"))
        #expect(drawn(client) == [])
        client.receive(ClientFixture.snapshot(3, epoch: "another"))
        #expect(drawn(client) == [Sequence(3)])
    }

    @Test func itCanBeSwitchedOff() {
        var client = ClientFixture { $0.saysDrawn = false }
        client.enter()
        #expect(client.sent.isEmpty)
        client.receive(ClientFixture.target(11, 1))
        #expect(client.sent.isEmpty)
    }

    @Test func aPresenterReceivesInStepReports() {
        var client = ClientFixture()
        client.enter()
        let news = InStep(at: Sequence(10), drawn: 1, of: 2, diverged: 0, behind: [MemberID(5)])
        client.receive(.inStep(news))
        #expect(client.words == ["inStep"] && client.core.inStep == news)
        client.handle(.closed(code: nil, reason: ""))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(10, recovered: true))
        #expect(client.core.inStep == nil, "it may have changed meanwhile")
    }
}
