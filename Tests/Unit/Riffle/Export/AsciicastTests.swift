import Testing

@testable import riffle

/// Lines of a file for asciinema; `ExportTests` plays whole files.
@Suite struct AsciicastTests {
    @Test(arguments: [(0, "0.000"), (33, "0.033"), (330, "0.330"), (61_005, "61.005")])
    func timesAreSeconds(milliseconds: Int64, seconds: String) throws {
        #expect(try Asciicast.event(milliseconds, "m", "a \"b\"") == "[\(seconds), \"m\", \"a \\\"b\\\"\"]")
    }
}
