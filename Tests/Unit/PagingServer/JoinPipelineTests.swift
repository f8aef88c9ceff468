import PagingEngine
import PagingRoom
import PagingWire
import Simulation
import Testing

@testable import PagingServer

@Suite struct JoinPipelineTests {
    private let now = Instant(milliseconds: 0)

    private func request(_ peer: UInt64, mayCreate: Bool = true) -> JoinRequest {
        JoinRequest(
            address: Address(loop: 0, peer: PeerID(peer)), id: RequestID(1), join: Join(),
            secret: Session("secret-\(peer)"), limit: .presenter, passesLock: false,
            mayCreate: mayCreate)
    }

    private func fixture(
        _ change: (inout ServerSettings) -> Void = { _ in }
    ) -> (JoinPipeline, HostedRooms, LoopOutput) {
        let settings = ServerSettings.test(change)
        let output = LoopOutput(loop: 0, loops: 1, encode: FrameTable().encode)
        return (JoinPipeline(settings, rooms: 0), HostedRooms(settings, loops: 1), output)
    }

    @Test func joinsWaitForTheirRoomAndEnterItTogether() {
        var (joining, hosted, output) = fixture()
        for peer: UInt64 in 1...2 {
            joining.requestJoin("new", request(peer), in: &hosted, at: now, into: &output)
        }
        guard case .roomWanted("new", by: 0)? = output.takeMessage() else {
            Issue.record("loop 0 is asked")
            return
        }
        #expect(output.takeMessage().isNone, "once")
        joining.decideRoom("new", for: 0, into: &output)
        guard case .roomDecided("new", isGranted: true)? = output.takeMessage() else {
            Issue.record("there may be one more room")
            return
        }
        joining.createRoom("new", isGranted: true, in: &hosted, at: now, into: &output)
        #expect(joining.roomCount == 1 && hosted["new"]?.connections.count == 2)
    }

    @Test func aJoinThatMayNotCreateItsRoomIsDismissed() {
        var (joining, hosted, output) = fixture()
        joining.requestJoin("new", request(1, mayCreate: false), in: &hosted, at: now, into: &output)
        guard case .dismissed(PeerID(1), .noSuchRoom, _)? = output.takeMessage() else {
            Issue.record("there is no such room")
            return
        }
    }

    @Test func thereAreNoMoreRoomsThanTheLimit() {
        var (joining, hosted, output) = fixture { $0.roomLimit = 1 }
        var decisions: [Bool] = []
        for name in ["one", "two"] { joining.decideRoom(name, for: 0, into: &output) }
        joining.roomGone()
        joining.decideRoom("three", for: 0, into: &output)
        while case .roomDecided(_, let isGranted)? = output.takeMessage() { decisions.append(isGranted) }
        #expect(decisions == [true, false, true])
        joining.requestJoin("two", request(1), in: &hosted, at: now, into: &output)
        _ = output.takeMessage()
        joining.createRoom("two", isGranted: false, in: &hosted, at: now, into: &output)
        guard case .dismissed(_, .serverFull, _)? = output.takeMessage() else {
            Issue.record("the server is full")
            return
        }
        #expect(hosted.count == 0)
    }

    @Test func aRoomThatNobodyWaitsForAnyLongerIsNotCreated() {
        var (joining, hosted, output) = fixture()
        joining.requestJoin("new", request(1), in: &hosted, at: now, into: &output)
        _ = output.takeMessage()
        joining.withdraw("new", request(1).address, in: &hosted, at: now, into: &output)
        joining.createRoom("new", isGranted: true, in: &hosted, at: now, into: &output)
        guard case .roomGone? = output.takeMessage() else {
            Issue.record("loop 0 counts it no longer")
            return
        }
        #expect(!hosted.contains("new"))
    }

    @Test func aJoinIsHeldUntilItsRecordIsCommitted() throws {
        var (joining, hosted, output) = fixture { $0.isDurable = true }
        joining.requestJoin("new", request(1), in: &hosted, at: now, into: &output)
        joining.createRoom("new", isGranted: true, in: &hosted, at: now, into: &output)
        var effects: [ServerEffect] = []
        output.exchange(&effects)
        let record = effects.compactMap { if case .journal(_, _, let number, _, _) = $0 { number } else { nil } }.last
        let number = try #require(record)
        _ = output.takeMessage()
        #expect(hosted["new"]?.connections.count == 0 && hosted["new"]?.waitingCount ?? 0 > 0)
        hosted.markCommitted(["new": number], at: now, into: &output)
        #expect(hosted["new"]?.connections.count == 1 && hosted["new"]?.waitingCount == 0)
        #expect(hosted.markCommittedIfIdle(["new": number]).isEmpty)
    }
}
