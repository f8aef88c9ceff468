/// The sizes of terminals that a gate draws: any number a client may send becomes one of them.
package enum TerminalBounds {
    package static let columns = 10...500
    package static let rows = 4...200

    /// The size drawn for a size that a client gave. Zero stands for a size that the client does not know.
    package static func limited(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        let given = (columns: columns == 0 ? 80 : columns, rows: rows == 0 ? 24 : rows)
        return (
            min(max(given.columns, self.columns.lowerBound), self.columns.upperBound),
            min(max(given.rows, self.rows.lowerBound), self.rows.upperBound)
        )
    }
}
