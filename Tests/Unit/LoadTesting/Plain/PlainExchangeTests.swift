import Scripting
import Testing

@testable import LoadTesting

/// Bounds of what is kept of a server: its messages, and the codes with which it ends connections.
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

    @Test func codesBeyondAHundredAreOthers() {
        var recorder = LoadRecorder(start: now)
        for code in UInt16(3_000)..<3_150 { recorder.closed(code, at: now) }
        let closes = recorder.result(titled: "t", seed: 1, at: now).counts.closes
        #expect(closes.count == 101 && closes["3099"] == 1 && closes["other"] == 50)
    }
}
