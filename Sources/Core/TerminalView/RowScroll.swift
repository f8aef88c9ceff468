/// How far whole rows have moved up or down between two screens, such as while a vertical pager is dragged.
///
/// A terminal moves them with ECMA-48's DL and IL between the margins of DECSTBM.
struct RowScroll {
    /// The rows within which others move.
    let rows: Range<Int>
    /// Rows up; negative down.
    let count: Int

    /// Nil where no scrolling brings more rows to where they are than there are already.
    init?(from old: Screen, to new: Screen) {
        let before = (0..<old.rows).map { RowScroll.estimate(old.row($0)) }
        let after = (0..<new.rows).map { RowScroll.estimate(new.row($0)) }
        // The last row is the status, which never moves.
        let changed = (0..<new.rows - 1).filter { before[$0] != after[$0] }
        guard let first = changed.first, let last = changed.last, last - first >= 2 else { return nil }
        let rows = first..<last + 1
        func matches(_ count: Int) -> Int {
            let overlap = max(first, first - count)..<min(last + 1, last + 1 - count)
            return overlap.count { after[$0] == before[$0 + count] }
        }
        var best = (count: 0, matches: matches(0))
        for distance in 1..<rows.count - 1 {
            for count in [distance, -distance] {
                let found = matches(count)
                if found > best.matches { best = (count, found) }
            }
        }
        guard best.count != 0 else { return nil }
        (self.rows, count) = (rows, best.count)
    }

    /// A sum over a row's cells (FNV-1a), as good an estimate as theirs.
    private static func estimate(_ row: ArraySlice<Cell>) -> UInt64 {
        row.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1.estimate)) &* 0x100_0000_01B3 }
    }

    /// What a terminal makes of `screen`.
    func applied(to screen: Screen) -> Screen {
        var scrolled = screen
        for row in rows {
            let from = row + count
            scrolled.replace(row: row, with: rows.contains(from) ? Array(screen.row(from)) : nil)
        }
        return scrolled
    }
}
