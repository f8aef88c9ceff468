/// Rows of text in columns of equal width, the first row a heading.
enum TextTable {
    /// Lines of the table. Words start at the left of their column, those of the columns in `numbers` end at its right.
    static func lines(_ rows: [[String]], numbers: Set<Int>) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                if numbers.contains(column) { return space + row[column] }
                return column == row.count - 1 ? row[column] : row[column] + space
            }
            return cells.joined(separator: "  ")
        }
    }
}
