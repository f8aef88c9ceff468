import Testing

@testable import LoadTesting

@Suite struct AgentReportTests {
    private func report() -> LoadReport {
        var clock = ClockOffset()
        clock.note(.init(sent: 0, received: 1_700, replied: 1_700, answered: 400))
        var whole = AgentOutcome(name: "alpha", clock: clock, share: 0.5)
        whole.offsetMicroseconds = -1_500
        var lost = AgentOutcome(name: "be|ta", clock: clock, share: 0.5)
        lost.lostShare = 0.5
        lost.losses = [.init(second: 12, reason: "agent be|ta was silent for 5 s")]
        var report = LoadReport(LoadResult(title: "a test", seed: 1), target: "ws://127.0.0.1:1")
        report.agents = [whole, lost]
        return report
    }

    @Test func theSummaryStatesClocksAndLosses() {
        let text = report().summary().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("alpha: 50 % of the users, clock -1.500 ms, at most 0.201 ms wrong"), "\(text)")
        #expect(text.contains("LOST: agent be|ta was silent for 5 s after 12 s"), "\(text)")
    }

    @Test func jsonAndMarkdownHaveThem() {
        let json = report().json
        #expect(
            json.contains(#""clockOffsetMicroseconds":-1500"#) || json.contains(#""clockOffsetMicroseconds": -1500"#),
            "\(json)")
        #expect(json.contains(#""lostShare""#) && json.contains(#""afterSeconds""#))
        let junit = report().junit
        #expect(
            junit.contains("name=\"agent be|ta\" value=\"50 % of the users; LOST: agent be|ta was silent for 5 s"),
            "\(junit)")
        let markdown = report().markdown
        #expect(markdown.contains("be\\|ta") && markdown.contains("50 % of the users were missing"), "\(markdown)")
    }

    /// The same values in one worker and in two give the same distribution, bucket by bucket.
    @Test func mergedPercentilesAreThoseOfOneGenerator() {
        var one = LoadResult(title: "t", seed: 1)
        var parts = [one, one]
        var value: Int64 = 1
        for index in 0..<5_000 {
            value = (value &* 6_364_136 &+ 1_442_695) % 2_000_003
            one.latencies[.reply, default: .init()].corrected.record(value)
            parts[index % 2].latencies[.reply, default: .init()].corrected.record(value)
        }
        parts[0].merge(parts[1])
        #expect(parts[0].latencies[.reply]?.corrected == one.latencies[.reply]?.corrected)
        #expect(one.latencies[.reply]?.corrected.count == 5_000)
    }
}
