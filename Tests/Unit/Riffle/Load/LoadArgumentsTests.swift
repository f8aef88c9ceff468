import ArgumentParser
import Testing

@testable import riffle

@Suite struct LoadArgumentsTests {
    @Test(arguments: [
        ("--duration", "abc"), ("--duration", "5"), ("--lateness", "x"), ("--warmup", "ten"), ("--abort-after", "1h"),
        ("--agents-wait", "soon"), ("--agents-count", "two"), ("--workers", "many"), ("--trials", "1.5"),
        ("--at-least", "x"), ("--seed", "-1"), ("--metrics-address", "here"),
    ])
    func aRejectedValueSaysWhatWasExpected(_ option: String, _ value: String) {
        do {
            _ = try Load.parse(["a.riffle.yaml", "--sim", "\(option)=\(value)"])
            Issue.record("expected a rejection of \(option) \(value), got none")
        } catch {
            let text = Load.message(for: error)
            #expect(text.contains("expected") && text.contains("`\(value)`"), "\(text)")
        }
    }
}
