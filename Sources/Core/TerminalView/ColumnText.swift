/// A text measured, cut and wrapped by the columns its grapheme clusters take.
package struct ColumnText {
    /// Columns of `text`.
    package static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + $1.columns } }

    /// As much of `text` as fits, with `ellipsis` where something is missing.
    package static func cut(_ text: some StringProtocol, columns: Int, ellipsis: String) -> String {
        guard width(text) > columns else { return String(text) }
        let mark = width(ellipsis) < columns ? ellipsis : ""
        return prefix(text, columns: columns - width(mark)) + mark
    }

    /// The longest beginning of `text` that fits.
    static func prefix(_ text: some StringProtocol, columns: Int) -> String {
        var taken = ""
        var used = 0
        for character in text {
            used += character.columns
            guard used <= columns else { break }
            taken.append(character)
        }
        return taken
    }

    /// The lines of `text`, each one too long broken between words, or within a word that fits on no line.
    ///
    /// A line that fits stays as it is. A broken one keeps its indentation in what follows, unless that would take
    /// more than half of the columns. Tabs go to the next multiple of four columns.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        guard !text.isEmpty, columns > 0 else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .flatMap { broken(expandingTabs($0), columns: columns) }
    }

    private static func expandingTabs(_ line: Substring) -> String {
        guard line.contains("\t") else { return String(line) }
        var expanded = ""
        var used = 0
        for character in line {
            guard character == "\t" else {
                expanded.append(character)
                used += character.columns
                continue
            }
            let blanks = 4 - used % 4
            expanded += String(repeating: " ", count: blanks)
            used += blanks
        }
        return expanded
    }

    private static func broken(_ line: String, columns: Int) -> [String] {
        guard width(line) > columns else { return [line] }
        let indent = String(line.prefix { $0 == " " }.prefix(columns / 2))
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in words(of: line) {
            let isBlank = word.first == " "
            let wide = width(word)
            if used + wide <= columns {
                current += word
                used += wide
                continue
            }
            if isBlank {
                used = columns
                continue
            }
            if !current.allSatisfy({ $0 == " " }) { lines.append(trimmed(current)) }
            current = lines.isEmpty && current.isEmpty ? "" : indent
            used = width(current)
            for character in word {
                if used + character.columns > columns, used > width(indent) {
                    lines.append(current)
                    current = indent
                    used = width(current)
                }
                current.append(character)
                used += character.columns
            }
        }
        if !current.allSatisfy({ $0 == " " }) { lines.append(trimmed(current)) }
        return lines
    }

    /// The line cut between blanks and everything else, nothing left out.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        var start = line.startIndex
        while start < line.endIndex {
            let isBlank = line[start] == " "
            let end = line[start...].firstIndex { ($0 == " ") != isBlank } ?? line.endIndex
            words.append(line[start..<end])
            start = end
        }
        return words
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
