/// Formulas between dollar signs, whose backslashes are text and no escapes of Markdown.
///
/// Follows pandoc: no blank after the first `$`, none before the second, and no digit after it; or two `$$` with anything
/// between. Both are in one line.
enum MathText {
    /// The text with each backslash of a formula doubled, so that the parser shows one. Code stays as it is.
    static func protected(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")), text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var lines: [String] = []
        var fence: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            // An opening fence may follow the mark of a list.
            let text = line.drop { " >".contains($0) || fence == nil && "-+*.)0123456789".contains($0) }
            let mark = text.prefix { $0 == "`" || $0 == "~" }
            if let open = fence {
                if mark.count >= open.count, mark.first == open.first { fence = nil }
                lines.append(String(line))
            } else if mark.count >= 3 {
                fence = mark
                lines.append(String(line))
            } else {
                lines.append(protectedLine(Array(line)))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func protectedLine(_ line: [Character]) -> String {
        guard line.contains("$"), line.contains("\\"), !line.starts(with: "    ") else { return String(line) }
        var shown = ""
        var isCode = false
        var place = 0
        // The last dollar sign that can end a formula bounds the search, so that each line is read a few times at most.
        let next = nextEnds(line)
        func isDouble(_ place: Int) -> Bool { place + 1 < line.count && line[place] == "$" && line[place + 1] == "$" }
        while place < line.count {
            if line[place] == "`" { isCode.toggle() }
            if !isCode, isDouble(place), let end = (place + 2..<line.count).first(where: isDouble) {
                for character in line[place...end + 1] { shown += character == "\\" ? "\\\\" : String(character) }
                place = end + 2
            } else if !isCode, line[place] == "$", place == 0 || line[place - 1] != "\\", place + 1 < line.count,
                !line[place + 1].isWhitespace, let end = next[place + 1]
            {
                for character in line[place...end] { shown += character == "\\" ? "\\\\" : String(character) }
                place = end + 1
            } else {
                shown.append(line[place])
                place += 1
            }
        }
        return shown
    }

    /// For each place, the nearest `$` at it or after it that can end a formula.
    private static func nextEnds(_ line: [Character]) -> [Int?] {
        var ends = [Int?](repeating: nil, count: line.count + 1)
        for place in line.indices.reversed() {
            let isEnd =
                line[place] == "$" && place > 0 && !line[place - 1].isWhitespace && line[place - 1] != "\\"
                && !(place + 1 < line.count && line[place + 1].isNumber)
            ends[place] = isEnd ? place : ends[place + 1]
        }
        return ends
    }
}
