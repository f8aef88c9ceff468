import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// The way in and the way back.
@Suite struct JoinTests {
    private func join(_ seat: Seat) -> Join? {
        seat.sent.compactMap { if case .join(_, let join) = $0 { join } else { nil } }.first
    }

    @Test func intoTheRoom() {
        var seat = Seat()
        seat.handle(.start)
        #expect(seat.words == ["connect"])
        seat.handle(.opened)
        #expect(join(seat) == Join(name: "Ann", role: .member, offsets: .frames))
        seat.receive(Seat.welcome(10), Seat.snapshot(10))
        #expect(seat.words == ["joined", "replaced", "drawn 10"])
        #expect(seat.core.stage == .following)
        seat.receive(Seat.target(11, 1), Seat.target(12, 2))
        #expect(seat.words == ["11", "12", "drawn 12"])
        #expect(seat.core.replica?.target == PageIndex(2))
    }

    @Test func theWayBackNamesSessionAndPlace() {
        var seat = Seat()
        seat.enter()
        seat.receive(Seat.target(11, 1))
        seat.handle(.closed(code: nil, reason: ""))
        #expect(seat.words == ["waiting"])
        #expect(seat.core.replica != nil, "what is known stays in view")
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        #expect(seat.words == ["connect"])
        seat.handle(.opened)
        #expect(join(seat)?.session == Session("secret"))
        #expect(join(seat)?.since == Join.Since(epoch: Epoch("life"), sequence: Sequence(11)))
        seat.receive(Seat.welcome(13, recovered: true), Seat.target(12, 2), Seat.target(13, 3))
        #expect(seat.words == ["joined", "12", "13", "drawn 13"])
        #expect(seat.core.replica?.target == PageIndex(3))
    }

    /// The connection breaks between a welcome to another life and its snapshot.
    @Test func aPlaceBelongsToTheLifeItWasSeenIn() {
        var seat = Seat()
        seat.enter()
        seat.handle(.closed(code: 4000, reason: "going away"))
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        seat.handle(.opened)
        seat.receive(Seat.welcome(3, epoch: "another", session: "new"))
        seat.handle(.closed(code: nil, reason: ""))
        seat.handle(.tick, at: seat.core.nextDeadline?.milliseconds)
        seat.handle(.opened)
        #expect(join(seat)?.session == Session("new"))
        #expect(join(seat)?.since == Join.Since(epoch: Epoch("life"), sequence: Sequence(10)))
    }

    @Test func aGapMeansComingBack() {
        var seat = Seat()
        seat.enter()
        let id = seat.ask(.jump(PageIndex(3), animated: true))
        seat.receive(Seat.target(12, 1), Seat.target(13, 1))
        #expect(seat.words == ["drop", "unanswered \(id?.number ?? 0)", "waiting"])
        #expect(seat.core.replica?.sequence == Sequence(10))
    }

    @Test func repeatedEventsAreNotTwiceDone() {
        var seat = Seat()
        seat.enter()
        seat.receive(Seat.target(11, 1), Seat.target(11, 1))
        #expect(seat.words == ["11", "drawn 11"])
    }

    @Test func aServerThatSpeaksSomethingElseIsTheEnd() {
        var seat = Seat()
        seat.enter()
        seat.handle(.unreadable("byte 3"))
        #expect(seat.words == ["close", "ended"])
        #expect(seat.end == .incomprehensible("byte 3"))
        seat.handle(.start)
        #expect(seat.effects.isEmpty, "over is over")
    }

    @Test func aServerThatCannotProveWhoItIsIsTheEnd() {
        var seat = Seat()
        seat.handle(.start)
        seat.handle(.distrusted("expired"))
        #expect(seat.words == ["ended"])
        #expect(seat.end == .distrusted("expired"))
        seat.handle(.tick, at: 60_000)
        #expect(seat.effects.isEmpty, "it does not try again")
    }

    @Test(arguments: CloseCode.allCases)
    func closeCodes(code: CloseCode) {
        var seat = Seat()
        seat.enter()
        seat.handle(.closed(code: code.rawValue, reason: "why"))
        if code.rawValue < 4100 {
            #expect(seat.words == ["waiting"])
        } else {
            #expect(seat.end == .refused(code, reason: "why"))
        }
    }

    @Test(arguments: [1000, 1001, 1006, 1009, 4099, 4999])
    func otherCodesAreABrokenConnection(code: UInt16) {
        var seat = Seat()
        seat.enter()
        seat.handle(.closed(code: code, reason: ""))
        #expect(seat.words == ["waiting"])
    }

    @Test func noWelcomeInTime() {
        var seat = Seat()
        seat.handle(.start)
        #expect(seat.core.nextDeadline == Instant(milliseconds: 10_000))
        seat.handle(.opened, at: 50)
        seat.handle(.tick, at: 9_999)
        #expect(seat.effects.isEmpty)
        seat.handle(.tick, at: 10_000)
        #expect(seat.words == ["drop", "waiting"])
    }

    /// A connection that was dropped reports its end later than the client gave it up.
    @Test func aDroppedConnectionsEndMeansNothing() {
        var seat = Seat()
        seat.enter()
        seat.receive(Seat.target(12, 1))
        let deadline = seat.core.nextDeadline
        for event in [ClientEvent.closed(code: nil, reason: ""), .closed(code: 4109, reason: ""), .failed("late")] {
            seat.handle(event)
            #expect(seat.effects.isEmpty)
        }
        #expect(seat.core.nextDeadline == deadline)
    }

    @Test func cutAndReconnect() {
        var seat = Seat()
        seat.enter()
        _ = seat.ask(.jump(PageIndex(3), animated: true))
        seat.handle(.cut)
        #expect(seat.words == ["drop", "unanswered 2"])
        #expect(seat.core.stage == .apart)
        #expect(seat.core.nextDeadline == nil)
        seat.handle(.closed(code: nil, reason: ""))
        #expect(seat.effects.isEmpty, "it stays away")
        seat.handle(.reconnect)
        #expect(seat.words == ["connect"])
        seat.handle(.opened)
        #expect(join(seat)?.since?.sequence == Sequence(10))
    }

    @Test func leavingInEachStage() {
        let ways: [(prepare: (inout Seat) -> Void, words: [String])] = [
            ({ _ in }, ["ended"]),
            ({ $0.handle(.start) }, ["drop", "ended"]),
            (
                { seat in
                    seat.handle(.start)
                    seat.handle(.opened)
                }, ["close", "ended"]
            ),
            ({ $0.enter() }, ["send leave", "close", "ended"]),
            (
                { seat in
                    seat.enter()
                    seat.handle(.closed(code: nil, reason: ""))
                }, ["ended"]
            ),
        ]
        for (prepare, words) in ways {
            var seat = Seat()
            prepare(&seat)
            seat.handle(.leave)
            #expect(seat.words == words)
            #expect(seat.end == .left)
            #expect(seat.core.nextDeadline == nil)
        }
    }

    @Test func anOffsetThatCameTooLateIsNotShown() {
        var seat = Seat()
        seat.enter()
        let began = Event.Change.dragBegan(
            DragID(1), by: MemberID(2), at: Position(units: 0), base: PageIndex(0))
        seat.receive(.event(Event(sequence: Sequence(11), change: began)))
        func offset(_ sequence: Int64, _ units: Int64) -> ServerMessage {
            .offset(
                Offset(
                    sequence: Sequence(sequence), position: Position(units: units), now: Instant(milliseconds: 0),
                    by: MemberID(2)))
        }
        seat.receive(offset(10, 5), offset(11, 7))
        #expect(seat.words == ["moved"])
        #expect(seat.core.replica?.position == Position(units: 7))
    }
}
