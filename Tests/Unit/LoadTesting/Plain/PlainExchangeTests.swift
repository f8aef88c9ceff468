import Scripting
import Testing

@testable import LoadTesting

/// Messages of a server among which a reply is looked for, the codes with which it ends connections, and the bounds of both.
@Suite struct PlainExchangeTests {
    private let now = LoadTime(microseconds: 1)

    @Test func largeMessagesAreForgottenForLaterOnes() {
        var (exchange, recorder) = (PlainExchange(), LoadRecorder(start: now))
        exchange.begin(.text("x"), id: 1, intended: now, at: now)
        for number in 0..<3 {
            let message = "\(number)" + String(repeating: "a", count: 600_000)
            exchange.receive(.text(message), isPush: false, at: now)
        }
        let reply = exchange.takeReply(by: .next, ContentReader(), of: 0, recorder: &recorder)
        #expect(reply?.message.text?.first == "2")
    }

    @Test func aMessageThatIsNotSentHasNoReply() throws {
        let steps = """
                  - send: '{"id": {{id}}}'
                  - reply: {field: id, within: 500ms}
                  - capture: {name: z, pointer: /nope}
                  - send: '{"id": {{id}}, "z": "${z}"}'
                  - reply: {field: id, within: 500ms}
                  - check: {name: is answered, contains: id}
            """
        var server = try PlainServer(try Self.read(steps))
        let result = server.play()
        #expect(result.failures.count == 2 && result.counts.unanswered == 0, "\(result.failures)")
        #expect(result.failures.last?.contains("expected a value of ${z}") == true)
        #expect(result.counts.checks(named: "is answered").failed == 1, "the reply before is not its reply")
        #expect(result.duration < 200_000)
    }

    /// A user that has much to make up for after an absence does a thousand steps in a turn, which may end in a pause that is
    /// over already.
    @Test(.timeLimit(.minutes(5)))
    func aLoopOfMessagesThatAreNotSentEndsWithTheRun() throws {
        let start =
            "      - send: x\n      - reply: next\n      - capture: {name: z, pointer: /nope}\n      - send: bad\n"
        let loop = "      - repeat: {until: end, steps: [{send: '${z}'}]}\n"
        var server = try PlainServer(try Self.read(start + loop, head: "duration: 105ms\n"))
        server.offence = .text("bad")
        let result = server.play()
        #expect(server.isFinished && server.connects.count == 2 && result.failureCount > 1_000)
    }

    @Test func otherMessagesAreSaidToHaveCome() throws {
        let steps = "      - send: '{\"id\": {{id}}}'\n      - reply: {field: id, within: 500ms}\n"
        var server = try PlainServer(try Self.read(steps))
        server.answer = { _, _ in [.text("{\"id\": 77}"), .text("oops")] }
        #expect(server.play().failures.first?.hasSuffix("a reply within 500 ms, found only 2 other messages") == true)
    }

    private static func read(_ steps: String, head: String = "") throws -> Script {
        let start = "riffle: 1\ntarget: {path: /ws}\n\(head)actors:\n  - name: caller\n    steps:\n"
        return try ScriptReader.read(start + steps, file: "f")
    }

    @Test func codesBeyondAHundredAreOthers() {
        var recorder = LoadRecorder(start: now)
        for code in UInt16(3_000)..<3_150 { recorder.closed(code, at: now) }
        let closes = recorder.result(titled: "t", seed: 1, at: now).counts.closes
        #expect(closes.count == 101 && closes["3099"] == 1 && closes["other"] == 50)
    }
}
