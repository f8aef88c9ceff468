import PagingEngine
import TerminalView

/// The parts of a picture under the mouse.
extension RoomViewModel {
    func character(column: Int, row: Int, _ size: WindowSize) -> PageMark? {
        let area = pagesArea(size)
        return scene(.ascii).character(
            column: column - area.column, row: row - area.row, columns: area.columns, rows: area.rows)
    }

    func click(column: Int, row: Int, _ size: WindowSize) -> Scene.Click? {
        let area = pagesArea(size)
        return scene(.ascii).click(
            column: column - area.column, row: row - area.row, columns: area.columns, rows: area.rows)
    }

    func isOnStrip(column: Int, row: Int, _ size: WindowSize) -> Bool {
        let area = pagesArea(size)
        return scene(.ascii).isOnStrip(
            column: column - area.column, row: row - area.row, columns: area.columns, rows: area.rows)
    }

    /// The position of the strip of tabs that was dragged so many columns to the right from `start`.
    func stripPosition(draggedBy columns: Int, from start: Position, _ size: WindowSize) -> Position? {
        let scene = scene(.ascii)
        return scene.tabs?.position(
            draggedBy: columns, from: start, columns: pagesArea(size).columns, borders: scene.borders)
    }

    /// The number of the overview's miniature in a cell.
    func overviewPlace(column: Int, row: Int, _ size: WindowSize) -> Int? {
        guard let overview else { return nil }
        let scene = OverviewScene(
            pages: overview.pages, selected: overview.selected, status: scene(.ascii).status)
        return scene.place(column: column, row: row, columns: size.columns, rows: size.rows)
    }
}
