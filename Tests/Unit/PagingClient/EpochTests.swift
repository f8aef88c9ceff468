import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// A snapshot with another epoch on a connection that stays.
@Suite struct EpochTests {
    private func client() -> ClientFixture {
        var client = ClientFixture()
        client.enter()
        client.receive(ClientFixture.target(11, 1))
        return client
    }

    private func since(_ client: ClientFixture) -> Join.Since? {
        client.sent.compactMap { if case .join(_, let join) = $0 { join.since } else { nil } }.first
    }

    @Test(arguments: [Int64(5), 11, 40])
    func theReplicaGoesOnInTheNewEpoch(sequence: Int64) {
        var client = client()
        client.receive(ClientFixture.snapshot(sequence, epoch: "other"), ClientFixture.target(sequence + 1, 2))
        #expect(client.words == ["replaced", "\(sequence + 1)", "drawn \(sequence + 1)"])
        #expect(client.core.stage == .following && client.core.epoch == Epoch("other"))
        #expect(client.core.replica?.target == PageIndex(2))
    }

    /// An equal number in another epoch is another picture.
    @Test func thePictureIsReportedAgain() {
        var client = client()
        client.receive(ClientFixture.snapshot(11))
        #expect(client.words == ["replaced"], "reported at event 11 already")
        client.receive(ClientFixture.snapshot(11, epoch: "other"))
        #expect(client.words == ["replaced", "drawn 11"])
    }

    @Test func lateMessagesOfTheOldEpochAreDropped() {
        var client = client()
        client.receive(ClientFixture.snapshot(20, epoch: "other"))
        let replica = client.core.replica
        let offset = Offset(
            sequence: Sequence(12), position: Position(units: 7), now: Instant(milliseconds: 0), by: MemberID(2))
        client.receive(ClientFixture.target(12, 3), .offset(offset), ClientFixture.ack(RequestID(9), 12))
        #expect(client.words == ["answered 9"])
        #expect(client.core.replica == replica)
    }

    @Test func aGapInTheNewEpochMeansComingBackToIt() {
        var client = client()
        client.receive(ClientFixture.snapshot(5, epoch: "other"), ClientFixture.target(7, 2))
        #expect(client.words == ["replaced", "drop", "waiting"])
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        #expect(since(client) == Join.Since(epoch: Epoch("other"), sequence: Sequence(5)))
        client.receive(ClientFixture.welcome(6, recovered: true, epoch: "other"), ClientFixture.target(6, 1))
        #expect(client.words == ["joined", "6", "drawn 6"])
    }

    @Test func requestsWaitForTheirAnswersAndTheirNumbersGoOn() {
        var client = client()
        let step = client.ask(.step(.forward, from: PageIndex(1), shown: nil))
        #expect(client.core.stepTarget == PageIndex(2))
        client.receive(ClientFixture.snapshot(5, epoch: "other"))
        #expect(client.words == ["replaced", "drawn 5"])
        #expect(client.core.stepTarget == PageIndex(2), "the step is not answered yet")
        #expect(client.ask(.jump(PageIndex(3), animated: true)) == RequestID((step?.number ?? 0) + 1))
        client.receive(ClientFixture.ack(step, 6))
        #expect(client.words == ["answered \(step?.number ?? 0)"])
        #expect(client.core.stepTarget == PageIndex(0), "the room's")
    }

    @Test func theClockGoesOnUntilAConnectionBringsAnotherEpoch() {
        func time(_ client: ClientFixture) -> Instant? { client.core.clock.time(at: Instant(milliseconds: 1_000)) }
        func comeBack(_ client: inout ClientFixture, to welcome: ServerMessage) {
            client.handle(.closed(code: nil, reason: ""))
            client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
            client.handle(.opened)
            client.receive(welcome, at: client.milliseconds + 50)
        }
        var client = client()
        let known = time(client)
        client.receive(ClientFixture.snapshot(5, epoch: "other"))
        #expect(known != nil && time(client) == known)
        comeBack(&client, to: ClientFixture.welcome(5, epoch: "other", now: 90_000))
        #expect(time(client) == known, "the quickest sample is the one of before")
        comeBack(&client, to: ClientFixture.welcome(5, epoch: "third", now: 90_000))
        #expect(time(client) != known)
    }

    @Test func reportsAboutMembersInStepBelongToTheirEpoch() {
        var client = client()
        client.receive(.inStep(InStep(at: Sequence(11), drawn: 1, of: 1, diverged: 0, behind: [], cut: 0)))
        #expect(client.core.inStep != nil)
        client.receive(ClientFixture.snapshot(12))
        #expect(client.core.inStep != nil)
        client.receive(ClientFixture.snapshot(5, epoch: "other"))
        #expect(client.core.inStep == nil)
    }

    /// The owner changed between the welcome and its snapshot.
    @Test func theFirstSnapshotMayBringAnotherEpochThanTheWelcome() {
        var client = ClientFixture()
        client.handle(.start)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(10), ClientFixture.snapshot(3, epoch: "other"))
        client.receive(ClientFixture.target(4, 1))
        #expect(client.words == ["4", "drawn 4"])
    }
}
