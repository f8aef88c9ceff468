import Scripting
import Testing

@testable import LoadTesting

/// Users of a plain endpoint that wait for each other.
@Suite struct PlainBarrierTests {
    /// Three quick users, and a slow one that comes after two seconds.
    private static func server(
        _ quick: String, slow: String = "{wait: {for: 2s}}, {wait: {barrier: all}}", before: String = "",
        share: LoadShare = LoadShare()
    ) throws -> PlainServer {
        let text = """
            riffle: 1
            target: {path: /}
            actors:
              - {name: slow, users: 1, before: [\(before)], steps: [\(slow), {send: slow}, {wait: {for: 10ms}}]}
              - {name: quick, users: 3, steps: [\(quick), {send: quick}, {wait: {for: 10ms}}]}
            """
        return try PlainServer(try ScriptReader.read(text, file: "f"), share: share)
    }

    /// Milliseconds of the run at which the messages came.
    private static func moments(_ server: PlainServer, of text: String) -> [Int64] {
        server.messages.filter { $0.message == .text(text) }
            .map { $0.at.microseconds(since: PlainServer.beginning) / 1_000 }
    }

    @Test func allWaitForTheLastOne() throws {
        var server = try Self.server("{wait: {barrier: all}}")
        let result = server.play()
        #expect(Self.moments(server, of: "quick") == [2_000, 2_000, 2_000])
        #expect(Self.moments(server, of: "slow") == [2_000])
        #expect(result.failureCount == 0 && server.isFinished)
    }

    /// The next step is due when the barrier opens, so the wait for others is nobody's latency.
    @Test func theWaitIsNoLatency() throws {
        var server = try Self.server("{wait: {barrier: all}}, {send: ask}, {reply: echo}")
        let reply = try #require(server.play().latencies[.reply])
        #expect(reply.corrected.count == 3 && reply.corrected.maximum < 1_000)
    }

    @Test func whoIsMissingTooLongFailsTheWaitAlone() throws {
        var server = try Self.server("{wait: {barrier: all, within: 500ms}}")
        let result = server.play()
        #expect(Self.moments(server, of: "quick") == [500, 500, 500])
        #expect(Self.moments(server, of: "slow") == [2_000], "nobody is left to wait for")
        #expect(result.failureCount == 3)
        let words = "expected all at the barrier `all` within 500 ms, found others missing"
        #expect(result.failures.first?.contains(words) == true, "\(result.failures)")
    }

    @Test func nobodyWaitsForUsersThatHaveLeft() throws {
        var server = try Self.server(
            "{wait: {barrier: all}}",
            slow: "{wait: {for: 1s}}, {if: {value: '1', equals: '1', then: [leave]}}, {wait: {barrier: all}}")
        let result = server.play()
        #expect(Self.moments(server, of: "quick") == [1_000, 1_000, 1_000] && result.failureCount == 0)
        #expect(Self.moments(server, of: "slow").isEmpty)
    }

    /// A connection that ends leaves its user at the barrier; it goes on when it is back.
    @Test func aLostConnectionLeavesNobodyBehind() throws {
        var server = try Self.server("{send: offence}, {wait: {barrier: all}}")
        server.offence = .text("offence")
        let result = server.play()
        #expect(Self.moments(server, of: "quick").count == 3 && Self.moments(server, of: "slow") == [2_000])
        #expect(Self.moments(server, of: "quick").allSatisfy { $0 >= 2_000 } && result.failureCount == 0)
    }

    /// The time of the wait is over for a user without a connection, too.
    @Test func theWaitEndsForALostConnection() throws {
        var server = try Self.server("{send: offence}, {wait: {barrier: all, within: 500ms}}")
        server.offence = .text("offence")
        server.absences = [100..<3_000_000]
        let result = server.play()
        #expect(result.failureCount == 3)
        let moments = Self.moments(server, of: "quick")
        #expect(moments.count == 3 && moments.allSatisfy { $0 >= 3_000 }, "\(moments)")
    }

    @Test func nobodyWaitsForUsersWithoutALogin() throws {
        var server = try Self.server("{wait: {barrier: all}}", before: "{http: {get: /login}}")
        server.answerHTTP = { _, _ in HTTPAnswer(.failed(.refused, reason: "no")) }
        let result = server.play()
        #expect(Self.moments(server, of: "quick").count == 3 && result.counts.httpErrors["refused"] == 1)
        #expect(Self.moments(server, of: "quick").allSatisfy { $0 < 100 })
    }

    @Test func aWorkerOfSeveralOpensItWhenItIsTold() throws {
        var server = try Self.server("{wait: {barrier: all, within: 60s}}", share: LoadShare(worker: 1, of: 2))
        _ = server.play(seconds: 5)
        #expect(server.barriers.first == BarrierState(name: "all", round: 0, waiting: 0, expected: 2))
        #expect(server.barriers.last == BarrierState(name: "all", round: 0, waiting: 2, expected: 2))
        #expect(server.messages.isEmpty)
        server.open(barrier: "all")
        let result = server.play()
        #expect(Self.moments(server, of: "quick").count == 2 && server.isFinished && result.failureCount == 0)
        #expect(server.barriers.contains(BarrierState(name: "all", round: 1, waiting: 0, expected: 2)))
    }

    /// Time passes from one meeting to the next, or users that do nothing else would stop the generator.
    @Test func usersThatOnlyMeetStopNobody() throws {
        var server = try Self.server(
            "{repeat: {times: 2000, steps: [{wait: {barrier: all}}]}}", slow: "{wait: {for: 1ms}}")
        let result = server.play()
        let moments = Self.moments(server, of: "quick")
        #expect(moments.count == 3 && moments.allSatisfy { $0 >= 2 } && result.failureCount == 0)
    }
}
