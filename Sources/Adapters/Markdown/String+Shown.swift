extension String {
    /// The text as one line that is safe on a terminal: control characters, which may be hidden in entities such as
    /// `&#27;`, become U+FFFD; line ends and tabs become spaces.
    var shownInLine: String { shown { $0 == "\n" || $0 == "\t" || $0 == "\r" ? " " : nil } }

    /// The text with U+FFFD for control characters other than line ends and tabs.
    var shownInLines: String { shown { $0 == "\n" || $0 == "\t" ? $0 : nil } }

    /// The text as one line, with one space for each run of white space and none at the ends.
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
    /// Whether a terminal may execute the character: controls of ASCII and Latin-1, and line separators.
    fileprivate var isCommand: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
        default: false
        }
    }
}
