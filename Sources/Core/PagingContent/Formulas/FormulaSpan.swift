/// A formula in a line, with its dollar signs.
///
/// Follows pandoc: no blank after the first `$`, none before the second, and no digit after it; or two `$$` with anything
/// between. So prices such as `$5 and $6` are no formula.
package struct FormulaSpan: Hashable, Sendable {
    /// Characters of the line.
    package let range: Range<Int>
    /// Whether two dollar signs stand at each end.
    package let isDouble: Bool

    /// The characters between the dollar signs.
    package var inside: Range<Int> {
        let width = isDouble ? 2 : 1
        return range.lowerBound + width..<range.upperBound - width
    }

    /// The formulas of a line outside of code, in their order. Each character is looked at a few times at most.
    package static func all(in line: [Character]) -> [FormulaSpan] {
        guard line.contains("$"), !line.starts(with: "    "), line.first != "\t" else { return [] }
        var spans: [FormulaSpan] = []
        var isCode = false
        var place = 0
        // The last dollar sign that can end a formula bounds the search.
        let next = nextEnds(line)
        func isDouble(_ place: Int) -> Bool { place + 1 < line.count && line[place] == "$" && line[place + 1] == "$" }
        while place < line.count {
            if line[place] == "`" { isCode.toggle() }
            if !isCode, isDouble(place), place + 2 < line.count,
                let end = (place + 2..<line.count).first(where: isDouble)
            {
                spans.append(FormulaSpan(range: place..<end + 2, isDouble: true))
                place = end + 2
            } else if !isCode, line[place] == "$", place == 0 || line[place - 1] != "\\", place + 1 < line.count,
                !line[place + 1].isWhitespace, let end = next[place + 1]
            {
                spans.append(FormulaSpan(range: place..<end + 1, isDouble: false))
                place = end + 1
            } else {
                place += 1
            }
        }
        return spans
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
