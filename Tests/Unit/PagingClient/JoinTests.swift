import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// The way in and the way back.
@Suite struct JoinTests {
    private func join(_ client: ClientFixture) -> Join? {
        client.sent.compactMap { if case .join(_, let join) = $0 { join } else { nil } }.first
    }

    @Test func intoTheRoom() {
        var client = ClientFixture()
        client.handle(.start)
        #expect(client.words == ["connect"])
        client.handle(.opened)
        #expect(join(client) == Join(name: "Ann", role: .member, offsets: .frames, knowsEpochs: true))
        client.receive(ClientFixture.welcome(10), ClientFixture.snapshot(10))
        #expect(client.words == ["joined", "replaced", "drawn 10"])
        #expect(client.core.stage == .following)
        client.receive(ClientFixture.target(11, 1), ClientFixture.target(12, 2))
        #expect(client.words == ["11", "12", "drawn 12"])
        #expect(client.core.replica?.target == PageIndex(2))
    }

    @Test func theWayBackNamesSessionAndPlace() {
        var client = ClientFixture()
        client.enter()
        client.receive(ClientFixture.target(11, 1))
        client.handle(.closed(code: nil, reason: ""))
        #expect(client.words == ["waiting"])
        #expect(client.core.replica != nil, "what is known stays in view")
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        #expect(client.words == ["connect"])
        client.handle(.opened)
        #expect(join(client)?.session == Session("secret"))
        #expect(join(client)?.since == Join.Since(epoch: Epoch("life"), sequence: Sequence(11)))
        client.receive(
            ClientFixture.welcome(13, recovered: true), ClientFixture.target(12, 2), ClientFixture.target(13, 3))
        #expect(client.words == ["joined", "12", "13", "drawn 13"])
        #expect(client.core.replica?.target == PageIndex(3))
    }

    /// The connection breaks between a welcome to another life and its snapshot.
    @Test func aPlaceBelongsToTheLifeItWasSeenIn() {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: 4000, reason: "going away"))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(3, epoch: "another", session: "new"))
        client.handle(.closed(code: nil, reason: ""))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        #expect(join(client)?.session == Session("new"))
        #expect(join(client)?.since == Join.Since(epoch: Epoch("life"), sequence: Sequence(10)))
    }

    @Test func aGapMeansComingBack() {
        var client = ClientFixture()
        client.enter()
        let id = client.ask(.jump(PageIndex(3), animated: true))
        client.receive(ClientFixture.target(12, 1), ClientFixture.target(13, 1))
        #expect(client.words == ["drop", "unanswered \(id?.number ?? 0)", "waiting"])
        #expect(client.core.replica?.sequence == Sequence(10))
    }

    @Test func repeatedEventsAreNotTwiceDone() {
        var client = ClientFixture()
        client.enter()
        client.receive(ClientFixture.target(11, 1), ClientFixture.target(11, 1))
        #expect(client.words == ["11", "drawn 11"])
    }

    @Test func aServerThatSpeaksSomethingElseIsTheEnd() {
        var client = ClientFixture()
        client.enter()
        client.handle(.unreadable("byte 3"))
        #expect(client.words == ["close", "ended"])
        #expect(client.end == .incomprehensible("byte 3"))
        client.handle(.start)
        #expect(client.effects.isEmpty, "over is over")
    }

    @Test func aRejectedCertificateEndsTheClient() {
        var client = ClientFixture()
        client.handle(.start)
        client.handle(.certificateRejected("expired"))
        #expect(client.words == ["ended"])
        #expect(client.end == .certificateRejected("expired"))
        client.handle(.tick, at: 60_000)
        #expect(client.effects.isEmpty, "it does not try again")
    }

    @Test(arguments: CloseCode.allCases)
    func closeCodes(code: CloseCode) {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: code.rawValue, reason: "why"))
        if code.rawValue < 4100 {
            #expect(client.words == ["waiting"])
        } else if code == .roomClosed {
            #expect(client.end == .roomClosed(reason: "why", isAnnounced: false))
        } else {
            #expect(client.end == .refused(code, reason: "why"))
        }
    }

    @Test(arguments: [1000, 1001, 1006, 1009, 4099, 4999])
    func otherCodesAreABrokenConnection(code: UInt16) {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: code, reason: ""))
        #expect(client.words == ["waiting"])
    }

    @Test func noWelcomeInTime() {
        var client = ClientFixture()
        client.handle(.start)
        #expect(client.core.nextDeadline == Instant(milliseconds: 10_000))
        client.handle(.opened, at: 50)
        client.handle(.tick, at: 9_999)
        #expect(client.effects.isEmpty)
        client.handle(.tick, at: 10_000)
        #expect(client.words == ["drop", "waiting"])
    }

    /// A connection that was dropped reports its end later than the client gave it up.
    @Test func aDroppedConnectionsEndMeansNothing() {
        var client = ClientFixture()
        client.enter()
        client.receive(ClientFixture.target(12, 1))
        let deadline = client.core.nextDeadline
        for event in [ClientEvent.closed(code: nil, reason: ""), .closed(code: 4109, reason: ""), .failed("late")] {
            client.handle(event)
            #expect(client.effects.isEmpty)
        }
        #expect(client.core.nextDeadline == deadline)
    }

    @Test func cutAndReconnect() {
        var client = ClientFixture()
        client.enter()
        _ = client.ask(.jump(PageIndex(3), animated: true))
        client.handle(.abort)
        #expect(client.words == ["drop", "unanswered 2"])
        #expect(client.core.stage == .apart)
        #expect(client.core.nextDeadline == nil)
        client.handle(.closed(code: nil, reason: ""))
        #expect(client.effects.isEmpty, "it stays away")
        client.handle(.reconnect)
        #expect(client.words == ["connect"])
        client.handle(.opened)
        #expect(join(client)?.since?.sequence == Sequence(10))
    }

    @Test func leavingInEachStage() {
        let ways: [(prepare: (inout ClientFixture) -> Void, words: [String])] = [
            ({ _ in }, ["ended"]),
            ({ $0.handle(.start) }, ["drop", "ended"]),
            (
                { client in
                    client.handle(.start)
                    client.handle(.opened)
                }, ["close", "ended"]
            ),
            ({ $0.enter() }, ["send leave", "close", "ended"]),
            (
                { client in
                    client.enter()
                    client.handle(.closed(code: nil, reason: ""))
                }, ["ended"]
            ),
        ]
        for (prepare, words) in ways {
            var client = ClientFixture()
            prepare(&client)
            client.handle(.leave)
            #expect(client.words == words)
            #expect(client.end == .left)
            #expect(client.core.nextDeadline == nil)
        }
    }

    @Test func anOffsetThatCameTooLateIsNotShown() {
        var client = ClientFixture()
        client.enter()
        let began = Event.Change.dragBegan(
            DragID(1), by: MemberID(2), at: Position(units: 0), base: PageIndex(0))
        client.receive(.event(Event(sequence: Sequence(11), change: began)))
        func offset(_ sequence: Int64, _ units: Int64) -> ServerMessage {
            .offset(
                Offset(
                    sequence: Sequence(sequence), position: Position(units: units), now: Instant(milliseconds: 0),
                    by: MemberID(2)))
        }
        client.receive(offset(10, 5), offset(11, 7))
        #expect(client.words == ["moved"])
        #expect(client.core.replica?.position == Position(units: 7))
    }
}
