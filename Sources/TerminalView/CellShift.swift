/// How far the cells of most rows have moved sideways between two screens.
///
/// A terminal moves them with ECMA-48's DCH and ICH, which every one knows that has a cursor; only what comes in at an
/// edge is written then.
struct CellShift {
    /// So many rows are looked at.
    private static let samples = 8

    /// Cells to the left; negative to the right.
    let count: Int

    /// Nil where no shift brings more cells to where they are than there are already.
    init?(from old: Screen, to new: Screen) {
        let changed = (0..<new.rows).filter { old.row($0) != new.row($0) }
        guard new.columns > 2, !changed.isEmpty else { return nil }
        let step = max(1, changed.count / CellShift.samples)
        let rows = stride(from: 0, to: changed.count, by: step).map { place in
            (old.row(changed[place]).map(CellShift.key), new.row(changed[place]).map(CellShift.key))
        }
        // Cells that are where they would be, of those that say something.
        func matches(_ count: Int) -> Int {
            rows.reduce(0) { sum, row in
                let (old, new) = row
                let overlap = max(0, -count)..<min(new.count, new.count - count)
                return sum + overlap.count { new[$0] == old[$0 + count] && new[$0] != CellShift.blank }
            }
        }
        var best = (count: 0, matches: matches(0))
        for distance in 1..<new.columns - 1 {
            for count in [distance, -distance] {
                let found = matches(count)
                if found > best.matches { best = (count, found) }
            }
        }
        guard best.count != 0 else { return nil }
        count = best.count
    }

    private static let blank = key(.blank)

    /// Different for cells that look different but for rare clusters, which only makes the estimate worse.
    private static func key(_ cell: Cell) -> UInt32 {
        let scalar = cell.character.unicodeScalars.first?.value ?? 0
        return scalar << 9 | UInt32(cell.style.rawValue) << 2 | UInt32(cell.width)
    }

    /// What a terminal makes of a row, nil where that is not known; nil for a row that must not be moved because
    /// terminals disagree about its columns, or because a wide cluster would be cut.
    func applied(to cells: [Cell]) -> [Cell?]? {
        let cut = count > 0 ? count : cells.count + count
        guard !cells[cut].isContinuation, cells.allSatisfy(\.isSteady) else { return nil }
        if count > 0 { return cells[count...].map(\.self) + Array(repeating: nil, count: count) }
        return Array(repeating: .blank, count: -count) + cells[..<cut].map(\.self)
    }

    /// Writes it. Toward the right as many cells are taken out at the edge first, so that none goes beyond it.
    func perform(row: Int, columns: Int, with pen: inout Pen) {
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

extension Cell {
    /// Whether terminals agree on its columns.
    fileprivate var isSteady: Bool {
        guard !isContinuation, !character.hasCertainColumns else { return true }
        guard isWide, let scalar = character.unicodeScalars.first else { return false }
        return character.unicodeScalars.count == 1 && !scalar.properties.isEmoji
    }
}
