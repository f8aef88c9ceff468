import Scripting
import Testing

@testable import LoadTesting

/// Users that come, go, are sent away and come back.
@Suite struct PlainConnectionTests {
    private static let reply = PlainStep.Action.reply(.echo, withinMilliseconds: 5_000)

    @Test func theEndOfTheStepsIsTheEndOfTheRun() throws {
        var server = try PlainServer(
            PlainScript.script(.closed(users: 3, spreadMilliseconds: 300), playing: [.wait(milliseconds: 50), .leave]))
        let result = server.play()
        #expect(server.isFinished)
        #expect(server.connects.map(\.path) == ["/echo", "/echo", "/echo"])
        #expect(result.latencies[.connect]?.corrected.maximum == 400)
        #expect(result.users == 0 && result.peakUsers == 1 && result.counts.closes == [:])
        #expect(result.duration == 250_400)
    }

    @Test func refusedUsersComeAgainAndAreTimedFromTheirStart() throws {
        var server = try PlainServer(PlainScript.script(playing: [.wait(milliseconds: 10)]))
        server.refusals = 2
        let result = server.play()
        #expect(result.counts.connectFailures == 2 && result.failureCount == 0)
        let found = try #require(result.latencies[.connect])
        #expect(found.corrected.count == 1 && found.naive.maximum == 400)
        // Half of the first pause and of the second at least.
        #expect(found.corrected.maximum >= 150_000)
    }

    @Test func aUserThatIsAlwaysRefusedGivesUp() throws {
        var server = try PlainServer(PlainScript.script(playing: [.wait(milliseconds: 10)]))
        server.refusals = 1_000
        let result = server.play()
        #expect(server.isFinished && server.connects.count == PlainConnection.attempts)
        #expect(
            result.failures == [
                "plain.yaml:3: caller: user 0: expected a connection, found none after 10 attempts (refused)"
            ])
        // Otherwise a server that stays away would look better than a slow one.
        #expect(result.counts.unanswered == 1 && result.latencies[.connect]?.corrected.count == 1)
        #expect(result.latencies[.connect]?.corrected.maximum ?? 0 > 5_000_000)
    }

    @Test func aUserWithoutAConnectionAtTheEndIsAFailure() throws {
        var server = try PlainServer(
            PlainScript.script(durationMilliseconds: 600, playing: [.wait(milliseconds: 60_000)]))
        server.refusals = 1_000
        let result = server.play()
        #expect(server.isFinished && result.failureCount == 1)
        #expect(result.failures.first?.contains("expected a connection at the end, found ") == true)
        var open = try PlainServer(
            PlainScript.script(durationMilliseconds: 5_000, playing: [.wait(milliseconds: 60_000)]))
        open.refusals = 2
        #expect(open.play().failureCount == 0, "who came in after all was not")
    }

    @Test func aClosedConnectionFailsTheAwaitedReply() throws {
        let bad = try PlainScript.text("bad")
        var server = try PlainServer(
            PlainScript.script(playing: [bad, Self.reply, try PlainScript.text("good"), Self.reply]))
        server.offence = .text("bad")
        let result = server.play()
        #expect(result.counts.closes == ["1008": 1])
        #expect(result.failures.count == 1)
        #expect(
            result.failures.first?.hasSuffix("expected a reply within 5000 ms, found the connection ended (offence)")
                == true)
        #expect(server.connects.count == 2)
        #expect(server.messages.map(\.message) == [.text("bad"), .text("good")], "it goes on with its next step")
    }

    @Test func chaosDropsAPartAndTheyComeBack() throws {
        let round = PlainScript.steps([try PlainScript.text("x"), Self.reply])
        let drop = FaultPlan(atMilliseconds: 2_050, trouble: .drop, part: 0.3, line: 1)
        var server = try PlainServer(
            PlainScript.script(
                .closed(users: 100, spreadMilliseconds: 0), chaos: [drop],
                playing: [.repeat(times: 40, everyMilliseconds: 100, round)]))
        let result = server.play()
        let again = server.connects.count - 100
        #expect((15...45).contains(again))
        #expect(result.failureCount == 0, "what was done on purpose is nobody's failure")
        #expect(result.counts.closes == [:] && server.isFinished)
        #expect(result.latencies[.connect]?.corrected.count == Int64(100 + again))
        // What was due during the interruption is late by up to that.
        #expect(try #require(result.latencies[.reply]).corrected.maximum > 20_000)
        #expect(try #require(result.latencies[.reply]).naive.maximum < 1_000)
    }

    @Test func delayedMessagesStayInOrder() throws {
        let round = PlainScript.steps([try PlainScript.text("{{seq}}"), Self.reply])
        let delay = FaultPlan(
            atMilliseconds: 1_000, trouble: .delay(Pause(milliseconds: 30...30)), forMilliseconds: 1_000, line: 1)
        var server = try PlainServer(
            PlainScript.script(chaos: [delay], playing: [.repeat(times: 30, everyMilliseconds: 100, round)]))
        let result = server.play()
        let slow = result.latencies[.reply]?.corrected.steps.filter { $0.value > 20_000 }.reduce(0) { $0 + $1.count }
        #expect(slow == 10 && result.latencies[.reply]?.corrected.count == 30)
        #expect(result.latencies[.reply]?.corrected.maximum ?? 0 < 31_000)
    }

    @Test func chaosStopsReadingAndGoesOn() throws {
        let stop = FaultPlan(atMilliseconds: 100, trouble: .stopReading, forMilliseconds: 200, line: 1)
        var server = try PlainServer(
            PlainScript.script(
                .closed(users: 2, spreadMilliseconds: 0), chaos: [stop], playing: [.wait(milliseconds: 900)]))
        _ = server.play()
        #expect(server.reads.map(\.user) == [0, 1, 0, 1] && server.reads.map(\.isOn) == [false, false, true, true])
    }

    @Test func aFullPopulationDropsStarts() throws {
        let rate = Population.Rate(count: 50, perMilliseconds: 1_000)
        var server = try PlainServer(
            PlainScript.script(
                .open(rate: rate, forMilliseconds: 4_000, most: 5), playing: [.wait(milliseconds: 60_000)]))
        let result = server.play()
        #expect(result.counts.started == 5 && result.peakUsers == 5)
        #expect((130...270).contains(result.counts.droppedStarts + 5))
    }

    @Test func theDurationEndsAllUsers() throws {
        var server = try PlainServer(
            PlainScript.script(
                .closed(users: 4, spreadMilliseconds: 4_000), durationMilliseconds: 1_500,
                playing: [.wait(milliseconds: 60_000)]
            ))
        let result = server.play()
        #expect(server.isFinished && result.duration == 1_500_000)
        #expect(result.counts.started == 2 && result.counts.closes == [:] && result.failureCount == 0)
    }

    @Test func stoppingLetsEverybodyLeave() throws {
        var server = try PlainServer(
            PlainScript.script(.closed(users: 4, spreadMilliseconds: 0), playing: [.wait(milliseconds: 60_000)]))
        _ = server.play(seconds: 10)
        #expect(!server.isFinished)
        server.stop()
        #expect(server.isFinished && server.load.result(at: server.now).users == 0)
    }

    /// A round that never waits does not keep the others from their turn.
    @Test func aGreedyUserTakesTurns() throws {
        let flood = PlainScript.steps([try PlainScript.text("flood")])
        var server = try PlainServer(
            PlainScript.script(
                .closed(users: 2, spreadMilliseconds: 0),
                playing: [.repeat(times: 1_200, flood), .wait(milliseconds: 1)]))
        server.answer = { _, _ in [] }
        _ = server.play()
        let first = server.messages.prefix(1_500).map(\.user)
        #expect(Set(first) == [0, 1] && server.messages.count == 2_400)
    }
}
