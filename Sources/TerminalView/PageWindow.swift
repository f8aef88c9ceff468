import PagingContent
import PagingEngine
import PagingRoom

/// The pages around the position, each at its true place between two pages, clipped at the edges of the view.
///
/// A page lies `(page − position) · stride` cells from the place it rests at, rounded to the nearest cell (half goes
/// up). The stride is a whole number of cells, so whoever has the same position and size sees the same columns, and
/// neighbours never overlap or come apart.
struct PageWindow {
    let pages: [WindowPage]
    let position: Position
    let origin: PageIndex
    let configuration: Configuration
    let borders: Borders

    /// The reference width of a page's spacing, in points (engine: 390 points to a viewport).
    private static let referencePoints: Int64 = 390

    func draw(columns: Int, rows: Int) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let isVertical = configuration.axis == .vertical
        let extent = isVertical ? screen.rows : screen.columns
        let item = PageWindow.itemCells(extent, configuration)
        for page in pages where abs(page.index - origin) <= Int64(configuration.windowSlots / 2) {
            guard let place = place(of: page.index, extent: extent, item: item) else { continue }
            let frame = PageFrame(page: page.page, borders: borders)
            if isVertical {
                screen.place(frame.draw(columns: screen.columns, rows: item), column: 0, row: place)
            } else {
                screen.place(frame.draw(columns: item, rows: screen.rows), column: place, row: 0)
            }
        }
        return screen
    }

    /// The first cell of a page along the axis, or nil when none of it is in view.
    private func place(of page: PageIndex, extent: Int, item: Int) -> Int? {
        let way = Position(page: page) - position
        let farthest = Int64(configuration.windowSlots + 1) * Position.unitsPerPage
        guard abs(way.units) <= farthest else { return nil }
        let stride = PageWindow.strideCells(extent, configuration)
        let cells = (way.units * Int64(stride) + Position.unitsPerPage / 2) >> 16
        let place = (extent - item) / 2 + Int(cells)
        return place < extent && place + item > 0 ? place : nil
    }

    /// Cells of a page along the axis.
    static func itemCells(_ extent: Int, _ configuration: Configuration) -> Int {
        max(1, Int((Int64(extent) * configuration.itemThousandths + 500) / 1_000))
    }

    /// Cells from one page to the next: the page and the space between two.
    static func strideCells(_ extent: Int, _ configuration: Configuration) -> Int {
        let spacing = Int64(extent) * configuration.spacingPoints
        return itemCells(extent, configuration) + Int((spacing + referencePoints / 2) / referencePoints)
    }
}
