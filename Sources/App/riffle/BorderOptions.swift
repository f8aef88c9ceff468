import ArgumentParser
import FoundationEssentials
import TerminalView

/// The option for the characters that frames are drawn with.
struct BorderOptions: ParsableArguments {
    enum BorderStyle: EnumerableFlag {
        case ascii
        case unicode

        static func help(for value: BorderStyle) -> ArgumentHelp? {
            value == .ascii ? "Borders in ASCII." : "Borders in Unicode; the default in locales with UTF-8."
        }
    }

    @Flag(exclusivity: .exclusive)
    var borderStyle: BorderStyle?

    /// The chosen characters, or else those that a terminal with this environment shows.
    func borders(_ environment: [String: String]) -> Borders {
        switch borderStyle {
        case .ascii: .ascii
        case .unicode: .unicode
        case nil: Borders(environment)
        }
    }

    /// The chosen characters, or else those that the terminal of this process shows.
    var borders: Borders { borders(ProcessInfo.processInfo.environment) }
}

extension Borders {
    /// Unicode where the locale says UTF-8 (POSIX.1-2017, §8.2: LC_ALL before LC_CTYPE before LANG). The fonts of a Linux
    /// console and of dumb terminals have fewer characters.
    init(_ environment: [String: String]) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let charset = locale.lowercased().filter { $0 != "-" }
        let isPoor = ["linux", "dumb"].contains(environment["TERM"])
        self = charset.hasSuffix("utf8") && !isPoor ? .unicode : .ascii
    }
}
