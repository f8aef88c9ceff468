import FoundationEssentials
import Glibc

/// Wraps the text of help pages to the width of the terminal.
///
/// Help texts have one line for each paragraph. The library wraps those of commands by the same rule.
enum HelpText {
    /// Columns of the terminal; `COLUMNS` has precedence, and 80 applies without a terminal.
    static var columns: Int {
        if let word = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(word), columns > 0 {
            return columns
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The lines of a paragraph; `indent` is in front of each.
    static func wrapped(_ paragraph: String, columns: Int, indent: String = "") -> [String] {
        var lines: [String] = []
        var line = indent
        for word in paragraph.split(separator: " ") {
            if line.count > indent.count, line.count + 1 + word.count > columns {
                lines.append(line)
                line = indent
            }
            line += line.count > indent.count ? " " + word : word
        }
        return lines + [line]
    }

    /// Two columns: a term, and a paragraph that is wrapped beside it, or below it if the term is long.
    static func table(_ rows: [(term: String, meaning: String)], columns: Int) -> [String] {
        let most = max(12, columns / 2 - 4)
        let width = rows.map(\.term.count).filter { $0 <= most }.max() ?? 0
        let indent = String(repeating: " ", count: width + 4)
        return rows.flatMap { term, meaning in
            var lines = wrapped(meaning, columns: columns, indent: indent)
            if term.count <= width {
                lines[0] = "  " + term + lines[0].dropFirst(2 + term.count)
            } else {
                lines.insert("  " + term, at: 0)
            }
            return lines
        }
    }
}
