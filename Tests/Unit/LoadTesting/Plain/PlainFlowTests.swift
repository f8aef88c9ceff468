import Scripting
import Testing

@testable import LoadTesting

/// Steps with values of users, checks, captures and ways at a plain endpoint.
@Suite struct PlainFlowTests {
    /// Looks for a whole JSON value by its last name, and for a number as the only pattern.
    private static let content: ContentReader = {
        var content = PlainServer.content
        content.match = { text, _ in
            let digits = text.filter(\.isNumber)
            return digits.isEmpty ? .none : .found(["#\(digits)", digits])
        }
        return content
    }()

    private static func read(_ steps: String, actor: String = "users: 1", head: String = "") throws -> Script {
        var inputs = ScriptInputs()
        inputs.file = { _ in Array("name,kind\nAnn,gold\nBen,tin\nCy,gold\n".utf8) }
        let text = """
            riffle: 1
            target: {path: '/ws?n=${people.name}', headers: {X-Name: '${people.name}', X-Same: a}}
            data: {people: {csv: people.csv}}
            \(head)
            actors:
              - name: caller
                \(actor)
                steps:
            \(steps)
            """
        return try ScriptReader.read(text, file: "f", inputs: inputs)
    }

    private static func texts(_ server: PlainServer, of user: Int = 0) -> [PlainMessage] {
        server.messages.filter { $0.user == user }.map(\.message)
    }

    @Test func eachUserHasItsRow() throws {
        let script = try Self.read(
            "      - send: '${user} ${people.name} ${people.kind}'\n      - wait: {for: 1s}\n", actor: "users: 4")
        var server = try PlainServer(script)
        let result = server.play()
        #expect(result.failureCount == 0)
        let texts = (0..<4).map { Self.texts(server, of: $0) }
        #expect(texts == [[.text("0 Ann gold")], [.text("1 Ben tin")], [.text("2 Cy gold")], [.text("3 Ann gold")]])
        #expect(server.connects.map(\.path).sorted() == ["/ws?n=Ann", "/ws?n=Ann", "/ws?n=Ben", "/ws?n=Cy"])
        #expect(server.handshakes[1]?.map(\.value) == ["Ben", "a"])
        #expect(DataFeeds(script, plan: server.load.plan, seed: 1).shortages.count == 1)
    }

    /// A user has the same row in however many workers.
    @Test func workersHaveTheirOwnParts() throws {
        let script = try Self.read("      - send: '${people.name}'\n      - wait: {for: 1s}\n", actor: "users: 3")
        let texts = try (0..<3).map { worker in
            var server = try PlainServer(script, share: LoadShare(worker: worker, of: 3))
            _ = server.play()
            return server.messages.map(\.message)
        }
        #expect(texts == [[.text("Ann")], [.text("Ben")], [.text("Cy")]])
    }

    @Test func capturedValuesAreUsedLater() throws {
        let steps = """
                  - send: '{"token": "abc7"}'
                  - reply: next
                  - capture: {name: token, pointer: /token}
                  - capture: {name: digits, matches: '(\\d+)'}
                  - capture: {name: other, pointer: /other, default: 'none of ${people.name}'}
                  - send: '${token} ${digits} ${other} ${token|json}'
                  - capture: {name: gone, pointer: /gone}
                  - send: '${gone}'
                  - send: last
                  - wait: {for: 1s}
            """
        var server = try PlainServer(try Self.read(steps), content: Self.content)
        let result = server.play()
        #expect(Self.texts(server).dropFirst() == [.text("abc7 7 none of Ann abc7"), .text("last")])
        #expect(result.failures.count == 2)
        #expect(
            result.failures[0].contains("expected a message with a value at `/gone`, for `gone`, found `{\"token\""))
        #expect(result.failures[1].contains("expected a value of ${gone}, found none"))
    }

    /// A check must not be passed by the reply to the request before.
    @Test func aReplyThatDoesNotComeIsNoMessage() throws {
        let steps = """
                  - repeat:
                      times: 2
                      steps:
                        - send: '{"id": {{id}}}'
                        - reply: {field: id, within: 500ms}
                        - check: {name: is answered, contains: id}
                  - capture: {name: late, pointer: /n}
            """
        var server = try PlainServer(try Self.read(steps), content: Self.content)
        server.answer = { _, message in message == .text(#"{"id": 1}"#) ? [message] : [] }
        let result = server.play()
        #expect(result.counts.checks(named: "is answered").passed == 1)
        #expect(result.counts.checks(named: "is answered").failed == 1)
        #expect(result.failures.count == 2)
        #expect(result.failures.last?.contains("for `late`, found no message") == true)
    }

    /// A value that was not captured is different from everything.
    @Test func conditionsAskWhetherAValueIsThere() throws {
        let steps = """
                  - send: '{"n": 1}'
                  - reply: next
                  - if: {value: '${n}', exists: false, then: [{send: none}]}
                  - if: {value: '${n}', equals: '1', then: [{send: early}]}
                  - capture: {name: n, pointer: /n}
                  - if: {value: '${n}', exists: true, then: [{send: there}]}
                  - wait: {for: 1s}
            """
        var server = try PlainServer(try Self.read(steps), content: Self.content)
        let result = server.play()
        #expect(result.failureCount == 0, "\(result.failures)")
        #expect(Self.texts(server).dropFirst() == [.text("none"), .text("there")])
    }

    @Test func checksAreCounted() throws {
        let steps = """
                  - repeat:
                      times: 4
                      steps:
                        - send: '{"n": ${iteration}}'
                        - reply: next
                        - check: {name: is small, pointer: /n, atMost: 2}
                        - check: {name: has n, contains: '"n"'}
            """
        let thresholds = "thresholds: ['checks >= 87.5%', 'checks{check:is small} >= 90%', checks.failed == 1]"
        let script = try Self.read(steps, head: thresholds)
        var server = try PlainServer(script, content: Self.content)
        let result = server.play()
        #expect(result.failureCount == 0, "a check is no expectation")
        #expect(result.counts.checks(named: "is small").failed == 1)
        #expect(result.counts.checks(named: nil).passed == 7)
        let verdicts = Verdict.judge(script.load.thresholds, result)
        #expect(verdicts.map(\.held) == [true, false, true])
        var merged = result
        merged.merge(result)
        #expect(merged.counts.checks(named: "is small").all == 8)
        let report = LoadReport(result, target: "ws://x", verdicts: verdicts)
        #expect(report.summary().contains("check is small    75.000 %, 3 of 4"))
        #expect(report.json.contains(#""is small": {"passed": 3, "failed": 1}"#))
        #expect(report.markdown.contains("check is small"))
    }

    @Test func usersGoTheirWays() throws {
        let steps = """
                  - if: {value: '${people.kind}', equals: gold, then: [{send: gold}], else: [{send: tin}]}
                  - while: {value: '${iteration}', differs: x, most: 2, steps: [{send: 'r${iteration}'}]}
                  - repeat: {until: end, steps: [{send: on}, {think: 4s}]}
            """
        let script = try Self.read(steps, actor: "users: 2", head: "duration: 10s")
        var server = try PlainServer(script)
        _ = server.play()
        #expect(Self.texts(server, of: 0) == ["gold", "r0", "r1", "on", "on", "on"].map { .text($0) })
        #expect(Self.texts(server, of: 1).first == .text("tin"))
        #expect(server.isFinished)
    }

    /// A server that answers no more looks no better than a slow one: a user that waits at the end counts with the time so far.
    @Test func requestsWithoutAnAnswerAtTheEndCount() throws {
        let steps = "      - repeat: {until: end, every: 100ms, steps: [{send: 'x {{seq}}'}, {reply: echo}]}\n"
        let script = try Self.read(steps, actor: "users: 4", head: "duration: 5s")
        var server = try PlainServer(script)
        server.answer = { _, message in message == .text("x 10") ? [] : [message] }
        let result = server.play()
        let reply = try #require(result.latencies[.reply]?.corrected)
        #expect(result.counts.unanswered == 4 && reply.count == 44 && result.failureCount == 0)
        #expect(reply.value(atPercentile: 95) > 3_900_000)
        #expect(LoadReport(result, target: "ws://x").summary().contains("unanswered        4"))
        // A wait that is short when the run ends says nothing about the server.
        var brief = try PlainServer(try Self.read(steps, actor: "users: 4", head: "duration: 1900ms"))
        brief.answer = server.answer
        #expect(brief.play().counts.unanswered == 0)
    }

    /// A user that was never in when the run ends is a failure of the server, unless it had hardly begun.
    @Test func aLongWaitForTheFirstConnectionFails() throws {
        let found = try [(9, 2), (4, 0)].map { seconds, failures in
            let script = try Self.read("      - wait: {for: 60s}\n", actor: "users: 2", head: "duration: \(seconds)s")
            var server = try PlainServer(script)
            server.travel = 60_000_000
            let result = server.play()
            #expect(result.counts.unanswered == 2 && result.failureCount == failures)
            return result.failures.first
        }
        #expect(found[0]?.contains("expected a connection at the end, found none after 9 s") == true)
    }

    /// A reply that did not come in time is a value of as long as it was waited for, and counted once.
    @Test func repliesThatAreTooLateCount() throws {
        let steps = "      - repeat: {times: 3, steps: [{send: '{{id}}'}, {reply: {field: id, within: 500ms}}]}\n"
        var server = try PlainServer(try Self.read(steps, actor: "users: 2", head: "duration: 9s"))
        server.answer = { _, _ in [] }
        let result = server.play()
        #expect(result.counts.unanswered == 6 && result.failureCount == 6)
        #expect(result.latencies[.reply]?.corrected.count == 6)
        #expect(result.latencies[.reply]?.corrected.value(atPercentile: 50) ?? 0 >= 500_000)
    }

    /// A loop without a time of its own must not keep the run from its end.
    @Test func anEndlessLoopWithoutTimeEnds() throws {
        let script = try Self.read("      - repeat: {until: end, steps: [{send: x}]}\n", head: "duration: 3ms")
        var server = try PlainServer(script)
        _ = server.play()
        #expect(server.isFinished)
        #expect(server.messages.count > 10)
    }

    @Test func aSeedIsARun() throws {
        let steps = """
                  - repeat:
                      times: 20
                      steps:
                        - choose: [{weight: 2, steps: [{send: a}]}, {weight: 1, steps: [{send: '{{random:normal(40, 10)}}'}]}]
                        - sendBinary: {random: 'lognormal(30, 20)'}
                        - think: normal(50ms, 20ms)
            """
        let runs = try [1, 1, 2].map { seed in
            var server = try PlainServer(try Self.read(steps, actor: "users: 5"), seed: UInt64(seed))
            _ = server.play()
            return server.messages.map { "\($0.user) \($0.at.microseconds) \($0.message)" }
        }
        #expect(runs[0] == runs[1] && runs[0] != runs[2])
        #expect(runs[0].count == 200)
    }

    /// A value of a file cannot add a header, nor leave the path.
    @Test func valuesThatBreakAHandshakeEndTheUser() throws {
        var inputs = ScriptInputs()
        inputs.file = { _ in Array("name\nAnn\n\"B\nX: y\"\n".utf8) }
        let text =
            "riffle: 1\ntarget: {headers: {X: '${p.name}'}}\ndata: {p: {csv: p.csv}}\n"
            + "actors: [{name: a, users: 2, steps: [{send: x}]}]\n"
        var server = try PlainServer(try ScriptReader.read(text, file: "f", inputs: inputs))
        let result = server.play()
        #expect(server.connects.map(\.user) == [0])
        #expect(result.failures.count == 1 && result.failures[0].contains("a line of ASCII text in the header X"))
        #expect(server.isFinished)
    }
}
