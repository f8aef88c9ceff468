import Scripting
import Testing

@testable import LoadTesting

/// Steps of `before` on a virtual clock, with an HTTP server that answers after 1 ms.
@Suite struct PreparationTests {
    private static let login = "      - http: {post: /login, json: {name: '${user}'}}\n"
    private static let capture = "      - capture: {name: ticket, pointer: /ticket}\n"

    private static func read(_ before: String, actor: String = "users: 3", head: String = "") throws -> Script {
        try ScriptReader.read(
            """
            riffle: 1
            target: {path: '/ws?ticket=${ticket|url}', headers: {X-Entry: '${ticket}'}}
            \(head)
            actors:
              - name: caller
                \(actor)
                before:
            \(before)
                steps:
                  - send: 'hello ${ticket}'
                  - reply: echo
            """, file: "f")
    }

    private static func server(_ script: Script, seed: UInt64 = 1) throws -> PlainServer {
        var server = try PlainServer(script, seed: seed)
        server.answerHTTP = { user, _ in
            HTTPAnswer(.answered(status: 200, headers: [], body: "{\"ticket\": \"t\(user)\"}"), lagMicroseconds: 7)
        }
        return server
    }

    @Test func aUserConnectsWithWhatItsAnswersHold() throws {
        var server = try Self.server(try Self.read(Self.login + Self.capture))
        let result = server.play()
        #expect(result.failureCount == 0, "\(result.failures)")
        #expect(server.calls.map(\.call.content) == (0..<3).map { .json("{\"name\": \"\($0)\"}") })
        #expect(server.connects.map(\.path) == ["/ws?ticket=t0", "/ws?ticket=t1", "/ws?ticket=t2"])
        #expect(server.handshakes[1]?.map(\.value) == ["t1"])
        #expect(server.messages.map(\.message) == [.text("hello t0"), .text("hello t1"), .text("hello t2")])
        #expect(server.callsOver == [0, 1, 2] && server.gone.sorted() == [0, 1, 2])
        #expect(result.counts.started == 3 && result.latencies[.connect]?.corrected.maximum == 400)
    }

    /// A think time before a request counts neither for the request nor for the connection.
    @Test func theMeasureCountsFromTheDueTime() throws {
        let before = "      - think: 5s\n" + Self.login + Self.capture + "      - wait: {for: 2s}\n"
        var server = try Self.server(try Self.read(before))
        let result = server.play()
        #expect(result.latencies[.http]?.corrected.count == 3 && result.latencies[.http]?.corrected.maximum == 1_000)
        #expect(server.calls[0].at.microseconds(since: PlainServer.beginning) == 5_000_000)
        #expect(server.connects[0].at.microseconds(since: PlainServer.beginning) == 7_001_000)
        #expect(result.latencies[.lag]?.corrected.maximum == 7)
    }

    @Test(arguments: [
        (HTTPAnswer.AnswerOutcome.answered(status: 503, headers: [], body: ""), "status", "found the status 503"),
        (.failed(.timeout, reason: "too slow"), "timeout", "found too slow"),
    ])
    func aUserWithoutItsAnswerLeaves(outcome: HTTPAnswer.AnswerOutcome, kind: String, found: String) throws {
        var server = try Self.server(try Self.read(Self.login + Self.capture))
        let right = server.answerHTTP
        server.answerHTTP = { user, call in user == 1 ? HTTPAnswer(outcome) : right(user, call) }
        let result = server.play()
        #expect(result.counts.httpErrors == [kind: 1] && result.failureCount == 1)
        #expect(result.failures[0].hasPrefix("f:8: caller: user 1: expected a status from 200 to 299 of POST /login"))
        #expect(result.failures[0].hasSuffix(found), "\(result.failures)")
        #expect(server.connects.map(\.path) == ["/ws?ticket=t0", "/ws?ticket=t2"])
        #expect(server.isFinished && result.users == 0)
        let figures = ["httpErrors == 1", "httpErrors.\(kind) == 1", "http.count == \(kind == "status" ? 3 : 2)"]
        let verdicts = Verdict.judge(try figures.map { try Threshold($0) }, result)
        #expect(verdicts.map(\.held) == [true, true, true], "\(verdicts.map(\.found))")
        let seconds = result.timeline.reduce(into: LoadResult.Slice()) { $0.merge($1) }
        #expect(seconds.count(of: .http) == 1)
    }

    @Test func aValueThatIsNotThereEndsTheUser() throws {
        var server = try Self.server(try Self.read(Self.login + Self.capture))
        server.answerHTTP = { _, _ in HTTPAnswer(.answered(status: 200, headers: [], body: "{}")) }
        let result = server.play()
        #expect(server.connects.isEmpty && result.failureCount == 3 && server.isFinished)
        #expect(result.failures[0].contains("expected a message with a value at `/ticket`, for `ticket`"))
    }

    @Test func checksAndWaysLookAtTheAnswer() throws {
        let before =
            Self.login + Self.capture + """
                      - check: {name: a ticket, pointer: /ticket, exists: true}
                      - check: {name: none, pointer: /ticket, exists: false}
                      - if: {pointer: /ticket, equals: t1, then: [{http: {get: /more}}]}
                      - repeat: {times: 2, every: 1s, steps: [{http: {get: '/round/${iteration}'}}]}

                """
        var server = try Self.server(try Self.read(before))
        let result = server.play()
        #expect(result.counts.checks["a ticket"]?.passed == 3 && result.counts.checks["none"]?.failed == 3)
        let urls = (0..<2).map { user in server.calls.filter { $0.user == user }.map(\.call.url) }
        #expect(urls == [["/login", "/round/0", "/round/1"], ["/login", "/more", "/round/0", "/round/1"]])
    }

    @Test func aHeaderOfTheAnswerIsKept() throws {
        var server = try Self.server(
            try Self.read(Self.login + "      - capture: {name: ticket, header: x-csrf}\n"))
        server.answerHTTP = { _, _ in
            HTTPAnswer(.answered(status: 200, headers: [KeyedValue(key: "X-CSRF", value: "a+b")], body: ""))
        }
        _ = server.play()
        #expect(server.connects.first?.path == "/ws?ticket=a%2Bb" && server.handshakes[0]?.map(\.value) == ["a+b"])
    }

    /// Users leave at the end of the run although their answers have not come.
    @Test func theEndOfTheRunEndsRequests() throws {
        let script = try Self.read("      - wait: {for: 9s}\n" + Self.login + Self.capture, head: "duration: 3s")
        var server = try Self.server(script)
        let result = server.play()
        #expect(server.isFinished && server.calls.isEmpty && server.callsOver == [0, 1, 2] && result.users == 0)
        #expect(server.gone == [0, 1, 2])
    }

    /// The same seed gives the same requests at the same moments.
    @Test func theOrderFollowsFromTheSeed() throws {
        let before = "      - think: 1ms..900ms\n" + Self.login + Self.capture
        func course(_ seed: UInt64) throws -> [String] {
            var server = try Self.server(try Self.read(before, actor: "users: 50"), seed: seed)
            _ = server.play()
            return server.calls.map { "\($0.user) \($0.at.microseconds) \($0.call.url)" }
        }
        let (first, again, other) = (try course(1), try course(1), try course(2))
        #expect(first.count == 50 && first == again && first != other)
    }

    /// A profile gets the ticket of each user in its frames.
    @Test func aProfileFillsInValuesOfUsers() throws {
        let text =
            "profile: 1\ntitle: T\nparameters: {key: null}\nopen: [{send: 'auth {{key}}'}]\nmessages: {a: {send: x}}"
        var script = try Self.read(Self.login + Self.capture)
        let values = try #require(
            try ScriptReader.read(
                """
                riffle: 1
                target: {profile: {name: p, with: {key: 'k-${ticket}'}}}
                actors: [{name: a, before: [{http: {get: /}}, {capture: {name: ticket}}], steps: []}]
                """, file: "f"
            ).load.plain?.profileUse)
        #expect(values.values.isEmpty && values.userValues.map(\.key) == ["key"])
        let profile = try ProfileReader.read(text, file: "p", values: [], userValues: values.userValues)
        script.load.plain?.profile = profile
        let users = try PlainLoad(
            script: script, seed: 1, start: PlainServer.beginning, unixOffset: 0, content: PlainServer.content)
        var load = ProfileLoad(users, profile: profile)
        var effects: [LoadEffect<PlainMessage>] = []
        load.handle(.tick, at: PlainServer.beginning, into: &effects)
        let answer = HTTPAnswer(.answered(status: 200, headers: [], body: "{\"ticket\": \"t1\"}"))
        load.handle(.answered(user: 1, answer), at: PlainServer.beginning, into: &effects)
        load.handle(.opened(user: 1), at: PlainServer.beginning, into: &effects)
        let sent = effects.compactMap { effect in
            if case .send(let user, let message) = effect { "\(user) \(message)" } else { nil }
        }
        #expect(sent.first == "1 \(PlainMessage.text("auth k-t1"))", "\(sent)")
        #expect(throws: ScriptErrors.self) {
            try ProfileReader.read(text + "\npath: '/{{key}}'", file: "p", values: [], userValues: values.userValues)
        }
    }
}
