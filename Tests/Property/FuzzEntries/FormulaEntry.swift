import PagingContent

/// Formulas of a deck: each is a picture of bounded size without TeX and without control characters, or stays as it is.
enum FormulaEntry {
    static func enter(_ bytes: [UInt8]) {
        let tex = String(decoding: bytes, as: UTF8.self)
        let rows = Formula.rows(tex) ?? []
        precondition(rows.count <= 60, "a page has room for the rows")
        for row in rows + [Formula.line(tex)].compactMap(\.self) {
            precondition(row.count <= 400 && row.utf8.count <= 16_384, "a window has room for the columns")
            precondition(!row.contains("\\"), "nothing is shown by halves")
            TextChecks.check(row)
        }
        let line = "a $\(tex.split(separator: "\n").joined()) b$ c $$x$$"
        var end = 0
        for span in FormulaSpan.all(in: Array(line)) {
            precondition(span.range.lowerBound >= end && span.inside.count <= span.range.count, "one after the other")
            end = span.range.upperBound
        }
    }
}

/// Rules for every text that reaches a terminal.
enum TextChecks {
    static func check(_ texts: String...) {
        for text in texts {
            let isCommand = text.unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" && $0 != "\r"
            }
            precondition(!isCommand, "no text commands a terminal")
        }
    }
}
