extension String {
    /// The text as one line that may go to a terminal: control characters, which a source can hide in entities such
    /// as `&#27;`, become U+FFFD, and line ends and tabs blanks.
    var shownInLine: String { shown { $0 == "\n" || $0 == "\t" || $0 == "\r" ? " " : nil } }

    /// The same for text that keeps its line ends and tabs.
    var shownInLines: String { shown { $0 == "\n" || $0 == "\t" ? $0 : nil } }

    /// Runs of white space as one blank, none at the ends.
    var joinedLines: String { split(whereSeparator: \.isWhitespace).joined(separator: " ").shownInLine }

    private func shown(_ allowed: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard unicodeScalars.contains(where: \.isCommand) else { return self }
        var shown = ""
        for scalar in unicodeScalars {
            shown.unicodeScalars.append(scalar.isCommand ? allowed(scalar) ?? "\u{FFFD}" : scalar)
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether a terminal takes this for a command: the controls of ASCII and Latin-1, and the separators of lines.
    fileprivate var isCommand: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
        default: false
        }
    }
}
