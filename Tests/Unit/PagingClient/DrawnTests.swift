import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// A client says what it shows when its picture has come to rest.
@Suite struct DrawnTests {
    private func drawn(_ seat: Seat) -> [Sequence] {
        seat.sent.compactMap { if case .drawn(let sequence, _) = $0 { sequence } else { nil } }
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
        var seat = Seat()
        seat.enter()
        #expect(drawn(seat) == [Sequence(10)], "of the snapshot")
        seat.receive(Seat.target(11, 1), event(12, .animation(flight)))
        #expect(drawn(seat) == [], "it moves")
        let member = Member(id: MemberID(9), name: "Bob", role: .viewer)
        seat.receive(event(13, .member(member, .joined)))
        #expect(drawn(seat) == [])
        seat.receive(
            event(14, .completed(AnimationID(1), at: Position(page: PageIndex(1)))),
            event(
                15, .selected(old: PageIndex(0), new: PageIndex(1), item: nil, at: Position(page: PageIndex(1)))),
            event(16, .shift(by: 1, origin: PageIndex(1), window: [])))
        let digest = try #require(seat.core.replica?.digest)
        #expect(seat.sent == [.drawn(Sequence(16), digest)], "once for what comes together, and true at its end")
        seat.receive(event(17, .member(member, .left)), event(18, .blank(true, by: nil)))
        #expect(drawn(seat) == [], "nothing about the picture has changed")
        seat.receive(event(19, .revealed(PageIndex(1), shown: 1, by: nil)))
        #expect(drawn(seat) == [Sequence(19)])
        seat.receive(event(19, .revealed(PageIndex(1), shown: 1, by: nil)))
        #expect(drawn(seat) == [], "not twice")
        seat.receive(Seat.snapshot(19))
        #expect(drawn(seat) == [], "nor where a snapshot says it again")
    }

    @Test func aReturnSaysItAgain() {
        var seat = Seat()
        seat.enter()
        seat.handle(.closed(code: nil, reason: ""))
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        seat.handle(.opened)
        seat.receive(Seat.welcome(10, recovered: true))
        #expect(drawn(seat) == [Sequence(10)])
    }

    /// Between the welcome to another life and its snapshot the picture is one of the life before.
    @Test func anotherLifesPictureIsNotSaid() {
        var seat = Seat()
        seat.enter()
        seat.handle(.closed(code: 4000, reason: "going away"))
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        seat.handle(.opened)
        seat.receive(Seat.welcome(3, epoch: "another"))
        #expect(drawn(seat) == [])
        seat.receive(Seat.snapshot(3, epoch: "another"))
        #expect(drawn(seat) == [Sequence(3)])
    }

    @Test func itCanBeSwitchedOff() {
        var seat = Seat { $0.saysDrawn = false }
        seat.enter()
        #expect(seat.sent.isEmpty)
        seat.receive(Seat.target(11, 1))
        #expect(seat.sent.isEmpty)
    }

    @Test func aPresenterHearsWhoIsInStep() {
        var seat = Seat()
        seat.enter()
        let news = InStep(at: Sequence(10), drawn: 1, of: 2, diverged: 0, behind: [MemberID(5)])
        seat.receive(.inStep(news))
        #expect(seat.words == ["inStep"] && seat.core.inStep == news)
        seat.handle(.closed(code: nil, reason: ""))
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        seat.handle(.opened)
        seat.receive(Seat.welcome(10, recovered: true))
        #expect(seat.core.inStep == nil, "it may have changed meanwhile")
    }
}
