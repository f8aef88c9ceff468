import Support
import Testing

@Suite struct PrintableTextTests {
    /// Sequences that set the title, clear the screen and write the clipboard, and marks that turn a text around.
    private static let worst = "a\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{202E}b\u{1B}]52;c;eA==\u{7}\u{0}\nc\td\u{E0041}"

    @Test func aLineHasNoCommands() {
        #expect(
            Self.worst.printableLine
                == #"a\u001B]0;x\u0007\u001B[2J\u009B31m\u202Eb\u001B]52;c;eA==\u0007\u0000\u000Ac\u0009d\uE0041"#)
    }

    @Test func linesKeepTheirEnds() {
        #expect("a\n\tb\u{1B}\u{202E}".printableLines == "a\n\tb\\u001B\\u202E")
        #expect("a\r\n\u{200F}\u{9B}".printableOutput == "a\r\n\u{200F}\\u009B")
    }

    @Test(arguments: ["", "plain", "Grüße, 日本, 👩‍👩‍👧 שלום"]) func aPlainTextStays(text: String) {
        #expect(text.printableLine == text)
        #expect(text.printableLines == text)
        #expect(text.printableOutput == text)
    }
}
