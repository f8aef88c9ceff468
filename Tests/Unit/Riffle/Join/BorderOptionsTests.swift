import TerminalView
import Testing

@testable import riffle

/// The characters of frames in terminals of several environments.
@Suite struct BorderOptionsTests {
    @Test(arguments: [
        ["LANG": "en_GB.UTF-8"], ["LANG": "C.utf8"], ["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"],
        ["LC_ALL": "", "LANG": "en_US.utf-8", "TERM": "xterm-256color"],
    ])
    func localesWithUTF8GetUnicode(environment: [String: String]) {
        #expect(Borders(environment) == .unicode)
    }

    @Test(arguments: [
        [:], ["LANG": "C"], ["LANG": "de_DE.ISO-8859-1"], ["LC_ALL": "C", "LANG": "en_GB.UTF-8"],
        ["LANG": "en_GB.UTF-8", "TERM": "linux"], ["LANG": "en_GB.UTF-8", "TERM": "dumb"],
    ])
    func otherLocalesAndPoorTerminalsGetASCII(environment: [String: String]) {
        #expect(Borders(environment) == .ascii)
    }

    @Test func theFlagIsStrongerThanTheLocale() throws {
        #expect(try BorderOptions.parse(["--ascii"]).borders(["LANG": "C.UTF-8"]) == .ascii)
        #expect(try BorderOptions.parse(["--unicode"]).borders(["LANG": "C"]) == .unicode)
        #expect(try BorderOptions.parse([]).borders(["LANG": "C.UTF-8"]) == .unicode)
    }
}
