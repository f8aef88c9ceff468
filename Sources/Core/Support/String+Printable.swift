extension String {
    /// The text as one line that is safe to print on a terminal, for texts from the network.
    ///
    /// Control characters of ASCII and Latin-1, line ends, line separators, invisible marks that change the direction of
    /// a text, and tag characters are written as escapes such as `\u001B`, so that no terminal executes them and no
    /// reader overlooks them.
    package var printableLine: String { escaped { $0.isTerminalCommand || $0.isHidden } }

    /// The text with its line ends and tabs, and escapes for everything else that a terminal may execute or hide.
    package var printableLines: String {
        escaped { ($0.isTerminalCommand && $0 != "\n" && $0 != "\t") || $0.isHidden }
    }

    /// The text with its line ends, tabs and marks of direction, and escapes for other control characters. JSON remains
    /// JSON.
    package var printableOutput: String { escaped { $0.isTerminalCommand && $0 != "\n" && $0 != "\t" && $0 != "\r" } }

    /// The beginning of the text as one line that is safe to print, for messages that quote a text from the network.
    ///
    /// - Parameter scalars: characters of Unicode at most; a character of a reader may have any number of them.
    package func beginning(_ scalars: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(scalars))).printableLine
    }

    private func escaped(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            guard isEscaped(scalar) else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may execute the character: controls of ASCII and Latin-1.
    fileprivate var isTerminalCommand: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }

    /// Whether the character moves or hides others: line separators, marks of direction, tag characters.
    fileprivate var isHidden: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: true
        default: false
        }
    }
}
