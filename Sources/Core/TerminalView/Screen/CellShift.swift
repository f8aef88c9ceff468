/// The distance by which the cells of most rows have moved sideways between two screens.
///
/// The terminal moves them with ECMA-48's DCH and ICH, which every terminal with a cursor supports; then only the cells
/// that come in at an edge are written.
struct CellShift {
    /// Rows compared at most, and rows moved at least.
    private static let samples = 6
    private static let fewestRows = 2

    /// Cells to the left; negative to the right.
    let count: Int

    /// Nil where no shift brings more cells into place than are there already.
    init?(from old: Screen, to new: Screen) {
        let changed = (0..<new.rows).filter { row in
            !old.packed(row).elementsEqual(new.packed(row)) { $0.estimate == $1.estimate }
        }
        guard new.columns > 2, changed.count >= CellShift.fewestRows else { return nil }
        let step = (changed.count + CellShift.samples - 1) / CellShift.samples
        let rows = stride(from: 0, to: changed.count, by: step).map { changed[$0] }
        let before = rows.map { old.packed($0).map(\.estimate) }
        let after = rows.map { new.packed($0).map(\.estimate) }
        var best = (count: 0, matches: CellShift.matches(0, before, after, beyond: 0))
        for distance in 1..<new.columns - 1 {
            for count in [distance, -distance] {
                let found = CellShift.matches(count, before, after, beyond: best.matches)
                if found > best.matches { best = (count, found) }
            }
        }
        guard best.count != 0 else { return nil }
        count = best.count
    }

    /// The number of cells with text that a shift brings into place; fewer where there are no more than `least`.
    private static func matches(_ count: Int, _ before: [[UInt32]], _ after: [[UInt32]], beyond least: Int) -> Int {
        var found = 0
        var left = before.reduce(0) { $0 + $1.count }
        for (old, new) in zip(before, after) {
            guard found + left > least else { break }
            left -= new.count
            var place = max(0, -count)
            let end = min(new.count, new.count - count)
            while place < end {
                if new[place] == old[place + count], new[place] != blank { found += 1 }
                place += 1
            }
        }
        return found
    }

    private static let blank = PackedCell.blank.estimate

    /// The row after the shift, with nil for unknown cells. Nil for a row that must not be moved, because terminals
    /// disagree about its columns or a wide cluster would be split.
    func applied(to cells: ArraySlice<PackedCell>) -> [PackedCell?]? {
        let cut = count > 0 ? count : cells.count + count
        let (left, right) = (cells.prefix(cut), cells.dropFirst(cut))
        guard right.first?.isContinuation == false, cells.allSatisfy(\.isSteady) else { return nil }
        if count > 0 { return right.map(\.self) + Array(repeating: nil, count: count) }
        return Array(repeating: .blank, count: -count) + left.map(\.self)
    }

    /// Writes the shift. To the right, as many cells are deleted at the edge first, so that none moves beyond it.
    func perform(row: Int, columns: Int, with pen: inout ANSIWriter) {
        if count > 0 {
            pen.move(toColumn: 0, row: row)
            pen.deleteCells(count)
        } else {
            pen.move(toColumn: columns + count, row: row)
            pen.deleteCells(-count)
            pen.move(toColumn: 0, row: row)
            pen.insertCells(-count)
        }
    }
}

extension PackedCell {
    /// Whether terminals agree on its columns.
    fileprivate var isSteady: Bool {
        guard !isContinuation, !text.hasCertainColumns else { return true }
        guard isWide, let scalar = text.scalar else { return false }
        return !scalar.properties.isEmoji
    }
}

/// The distance by which whole rows have moved up or down between two screens, such as during a drag of a vertical
/// pager.
///
/// A terminal moves them with ECMA-48's DL and IL between the margins of DECSTBM.
struct RowScroll {
    /// The rows within which others move.
    let rows: Range<Int>
    /// Rows up; negative down.
    let count: Int

    /// Nil where no scrolling brings more rows into place than are there already.
    init?(from old: Screen, to new: Screen) {
        let before = (0..<old.rows).map { RowScroll.estimate(old.packed($0)) }
        let after = (0..<new.rows).map { RowScroll.estimate(new.packed($0)) }
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

    /// A hash over the estimates of a row's cells (FNV-1a).
    private static func estimate(_ row: ArraySlice<PackedCell>) -> UInt64 {
        row.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1.estimate)) &* 0x100_0000_01B3 }
    }

    /// The screen after the terminal has scrolled.
    func applied(to screen: Screen) -> Screen {
        var scrolled = screen
        for row in rows {
            let from = row + count
            scrolled.replace(row: row, with: rows.contains(from) ? Array(screen.packed(from)) : nil)
        }
        return scrolled
    }
}
