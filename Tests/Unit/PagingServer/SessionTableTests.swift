import PagingEngine
import PagingRoom
import PagingWire
import Simulation
import Testing

@testable import PagingServer

@Suite struct SessionTableTests {
    private let peer = PeerID(1)

    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// A table with one connection, and the output it writes.
    private func fixture(_ change: (inout ServerSettings) -> Void = { _ in }) -> (SessionTable, LoopOutput) {
        let settings = ServerSettings.test(change)
        var sessions = SessionTable(settings, loop: 0, at: at(0))
        sessions.open(peer, room: "room", secret: Session("secret"), at: at(0))
        return (sessions, LoopOutput(loop: 0, loops: 1, encode: FrameTable().encode))
    }

    private func receive(
        _ message: ClientMessage, _ sessions: inout SessionTable, _ output: inout LoopOutput
    ) throws -> SessionStep {
        let known = sessions.hear(peer, at: at(0))
        let index = try #require(known)
        return sessions.receive(.success(message), from: index, at: at(0), into: &output)
    }

    @Test func aConnectionJoinsOnceAndTooManyBadObjectsEndIt() throws {
        var (sessions, output) = fixture { $0.strikes = 2 }
        guard case .join(let request) = try receive(.join(RequestID(1), Join()), &sessions, &output) else {
            Issue.record("a join goes to the home")
            return
        }
        #expect(request.address == Address(loop: 0, peer: peer) && request.secret == Session("secret"))
        #expect(sessions.isJoining(peer))
        guard case .refuse(let id, _, nil) = try receive(.ping(RequestID(2)), &sessions, &output) else {
            Issue.record("the first bad object is refused only")
            return
        }
        #expect(id == RequestID(2))
        guard case .refuse(_, _, .some) = try receive(.ping(RequestID(3)), &sessions, &output) else {
            Issue.record("the second one ends the connection")
            return
        }
    }

    @Test func framesWaitForTheSubscriberAndNothingIsQueuedAfterTheEnd() throws {
        var (sessions, output) = fixture()
        _ = try receive(.join(RequestID(1), Join()), &sessions, &output)
        #expect(sessions.queue([1], for: peer)?.index == nil)
        let waiting = sessions.takeReplies(ofJoining: peer)
        #expect(waiting?.frames == [[1]] && waiting?.isChoked == false)
        sessions.subscribed(peer, MemberID(7), at: 3)
        #expect(sessions.takeReplies(ofJoining: peer)?.frames == nil, "it has joined")
        #expect(sessions.queue([2], for: peer)?.index == 3)
        sessions.subscriberMoved(of: peer, to: 0)
        #expect(sessions.subscription(of: peer)?.index == 0)
        #expect(sessions.beginClosing(peer)?.room == "room")
        #expect(sessions.beginClosing(peer)?.room == nil && sessions.queue([3], for: peer)?.index == nil)
        #expect(sessions.remove(peer)?.room == "room" && sessions.count == 0)
    }

    @Test func aDragSampleThatExceedsTheRateIsSentLater() throws {
        var (sessions, output) = fixture { $0.limits.objectsPerSecond = 1 }
        sessions.subscribed(peer, MemberID(7), at: 0)
        for units: Int64 in 1...3 {
            let sample = Request.dragMoved(DragID(1), by: Distance(units: units))
            _ = try receive(.request(nil, sample), &sessions, &output)
        }
        guard case .request(_, _, _, _, .dragMoved(_, let first), _)? = output.takeMessage() else {
            Issue.record("the first sample is within the rate")
            return
        }
        #expect(first == Distance(units: 1) && output.takeMessage().isNone)
        let due = try #require(sessions.samples.dueAt)
        sessions.releaseSamples(at: due, into: &output)
        guard case .request(_, _, _, _, .dragMoved(_, let last), _)? = output.takeMessage() else {
            Issue.record("the newest sample follows")
            return
        }
        #expect(last == Distance(units: 3) && output.takeMessage().isNone && sessions.samples.dueAt == nil)
    }

    @Test func aConnectionWithoutAJoinExceedsItsTime() {
        var (sessions, _) = fixture { $0.joinMilliseconds = 1_500 }
        #expect(sessions.checkTimeLimits(at: at(1_000)).exceeded.isEmpty)
        let exceeded = sessions.checkTimeLimits(at: at(2_000)).exceeded.first
        #expect(exceeded?.peer == peer && exceeded?.code == .noJoin)
    }

    @Test func aSweepChecksAllConnectionsWithinASecond() {
        var budget = LoopBudget()
        budget.connectionsPerSweepStep = 2
        var sweep = TimeLimitSweep(budget: budget, at: at(0))
        #expect(sweep.takeStep(of: 6, at: at(999)).isEmpty, "it is too early")
        var steps: [Range<Int>] = []
        while steps.count < 4 { steps.append(sweep.takeStep(of: 6, at: sweep.dueAt)) }
        #expect(steps == [0..<2, 2..<4, 4..<6, 0..<2])
        #expect(sweep.dueAt == at(1_000 + 4 * 333))
    }
}

extension ServerSettings {
    /// Settings of a test, changed.
    static func test(_ change: (inout ServerSettings) -> Void = { _ in }) -> ServerSettings {
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        change(&settings)
        return settings
    }
}

extension LoopMessage? {
    var isNone: Bool { if case .none = self { true } else { false } }
}
