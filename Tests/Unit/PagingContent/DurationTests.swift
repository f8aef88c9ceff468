import PagingContent
import Testing

@Suite struct DurationTests {
    @Test(
        arguments: [
            ("30m", 1_800), ("1h15m", 4_500), ("1h 15m", 4_500), ("90s", 90), ("2h", 7_200), ("1h0m5s", 3_605),
            ("90m", 5_400), ("24h", 86_400), ("35min", 2_100), ("1h5min3s", 3_903),
        ])
    func hoursMinutesAndSeconds(words: String, seconds: Int) {
        #expect(Duration(words: words) == .seconds(seconds))
    }

    @Test(
        arguments: [
            "", "30", "m", "0m", "-1m", "1.5h", "30 minutes", "15m1h", "25h", "24h1s", "5mins", "5ms",
            "99999999999999999999h", "1m1m",
            "٣m",
        ])
    func anythingElseIsNone(words: String) {
        #expect(Duration(words: words) == nil)
    }

    @Test func aWrongDurationIsReported() throws {
        let deck = try Deck(parsing: "---\ntitle: T\nduration: soon\n---\n# A")
        #expect(deck.duration == nil)
        #expect(
            deck.warnings.map(\.description) == ["3:11: expected a duration such as 30m or 1h15m, got `soon`; ignored"])
    }
}
