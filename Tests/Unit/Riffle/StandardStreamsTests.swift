import Testing

@testable import riffle

/// The one place through which every text for a terminal passes.
@Suite struct StandardStreamsTests {
    @Test func noTerminalCommandPasses() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            StandardStreams.print("<a\u{1B}[2Jb\u{9B}31mc\u{202E}d>")
            StandardStreams.printError("<a\u{1B}[2Jb\u{9B}31mc\u{202E}d>")
        }
        let output = String(decoding: result.standardOutputContent, as: UTF8.self)
        // Pages may be written from the right to the left.
        #expect(output.contains("<a\\u001B[2Jb\\u009B31mc\u{202E}d>"), "\(output.debugDescription)")
        let error = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(error.contains(#"<a\u001B[2Jb\u009B31mc\u202Ed>"#), "\(error.debugDescription)")
    }
}
