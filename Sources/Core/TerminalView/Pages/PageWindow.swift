import PagingContent
import PagingEngine
import PagingRoom

/// The pages around the position, drawn at their exact cells and clipped at the edges of the window.
///
/// A page lies `(page − position) · stride` cells from the place it rests at, rounded to the nearest cell (half goes
/// up). The stride is a whole number of cells, so windows with the same position and size show the same columns, and
/// neighbours never overlap or come apart. The room's window does not matter.
struct PageWindow {
    let pages: [WindowPage]
    let position: Position
    let origin: PageIndex
    let configuration: Configuration
    let look: PageLook
    /// Known pages outside the window.
    var beyond: [WindowPage] = []
    /// The row of pages; unknown ones in view are drawn as empty frames. Nil draws known pages only.
    var row: ClosedRange<PageIndex>?

    func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let slots = slots(columns: screen.columns, rows: screen.rows)
        for slot in slots {
            var frame = slot.frame
            // A page that fills the window needs no frame; the frames of pages that move show where each ends.
            frame.isBare = slots.count == 1 && slot.column == 0 && slot.row == 0 && !look.hasBorders
            let drawn = frame.draw(columns: slot.columns, rows: slot.rows, layouts: &layouts)
            screen.place(drawn, column: slot.column, row: slot.row)
        }
        return screen
    }

    /// A page in view and its cells, some of which may be outside.
    struct Slot {
        let index: PageIndex
        let frame: PageFrame
        let column: Int
        let row: Int
        let columns: Int
        let rows: Int
    }

    /// The pages in view, from the first to the last.
    func slots(columns: Int, rows: Int) -> [Slot] {
        let isVertical = configuration.axis == .vertical
        let extent = isVertical ? rows : columns
        let item = PageWindow.itemCells(extent, configuration)
        return neighbourhood(extent).compactMap { index in
            let place = place(of: index, extent: extent, item: item)
            guard place < extent, place + item > 0, let page = page(at: index) else { return nil }
            return Slot(
                index: PageIndex(index), frame: look.frame(of: page, at: PageIndex(index)),
                column: isVertical ? 0 : place, row: isVertical ? place : 0,
                columns: isVertical ? columns : item, rows: isVertical ? item : rows)
        }
    }

    /// The indexes that may be in view, and a few more.
    private func neighbourhood(_ extent: Int) -> ClosedRange<Int64> {
        let reach = Int64(extent / PageWindow.strideCells(extent, configuration)) + 2
        let nearest = position.nearestPage.value
        return nearest - reach...nearest + reach
    }

    /// The known page at `index`, or an empty one for an unknown page; nil where there is no page.
    private func page(at index: Int64) -> Page? {
        let index = PageIndex(index)
        if let known = known(at: index) { return known }
        if let known = beyond.first(where: { $0.index == index }) { return known.page }
        guard let row, row.contains(index) else { return nil }
        return Page(id: PageID("unknown"), title: "")
    }

    /// Whether the page at `index` is drawn from the room's window, whatever is known beyond it.
    func hasInside(_ index: PageIndex) -> Bool { known(at: index) != nil }

    private func known(at index: PageIndex) -> Page? {
        guard abs(index - origin) <= Int64(configuration.windowSlots / 2) else { return nil }
        return pages.first { $0.index == index }?.page
    }

    /// The first cell of a page along the axis.
    private func place(of page: Int64, extent: Int, item: Int) -> Int {
        let way = Position(page: PageIndex(page)) - position
        let stride = PageWindow.strideCells(extent, configuration)
        let cells = (way.units * Int64(stride) + Position.unitsPerPage / 2) >> 16
        return (extent - item) / 2 + Int(cells)
    }

    /// Cells of a page along the axis.
    static func itemCells(_ extent: Int, _ configuration: Configuration) -> Int {
        max(1, Int(Int64(extent) * configuration.itemThousandths / 1_000))
    }

    /// Cells from one page to the next: the page and the space between two, as the pager itself computes them.
    static func strideCells(_ extent: Int, _ configuration: Configuration) -> Int {
        guard let viewport = configuration.viewport(width: Int64(extent)) else {
            return itemCells(extent, configuration)
        }
        return Int(viewport.stride)
    }
}
