import PagingContent
import PagingEngine

extension Scene {
    /// The part of a screen with the pages: below the strip of tabs and between the buttons.
    struct Region {
        let top: Int
        let column: Int
        let row: Int
        let columns: Int
        let rows: Int
    }

    func region(columns: Int, rows: Int) -> Region {
        let top = tabs == nil ? 0 : TabStrip.height(of: rows)
        let isVertical = configuration.axis == .vertical
        let room = rows - top
        let margin =
            buttons == nil ? 0 : EdgeButtons.margin(columns: columns, rows: room, isVertical: isVertical)
        let (column, row) = isVertical ? (0, margin) : (margin, 0)
        return Region(
            top: top, column: column, row: top + row, columns: columns - 2 * column, rows: room - 2 * row)
    }

    /// The pages around the position.
    var window: PageWindow {
        var window = PageWindow(
            pages: pages, position: position, origin: origin, configuration: configuration, look: look, beyond: beyond)
        if !pages.isEmpty { window.row = row }
        return window
    }

    var look: PageLook {
        PageLook(
            borders: borders, documents: documents, pictures: pictures, stepPlace: stepPlace, scrolls: scrolls,
            codeStarts: codeStarts, top: top, pointer: pointer, hit: hit, hasBorders: hasBorders,
            pageCount: pageCount, measure: measure)
    }

    /// The strip, the pages below it and between the buttons, and the overlay.
    func drawPages(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        if isBlank {
            if isPresenting { writeCentred("the pages are dark", style: .faint, on: &screen, top: 0) }
        } else {
            let region = region(columns: screen.columns, rows: screen.rows)
            if let tabs, region.top > 0 {
                let strip = tabs.draw(columns: screen.columns, rows: region.top, borders: borders)
                screen.place(strip, column: 0, row: 0)
            }
            let drawn = window.draw(columns: region.columns, rows: region.rows, layouts: &layouts)
            screen.place(drawn, column: region.column, row: region.row)
            // Pixels and letters of double size do not move with their page.
            if !isAtRest { (screen.placements, screen.titles) = ([], []) }
            buttons?.draw(on: &screen, top: region.top, isVertical: configuration.axis == .vertical)
            if pages.isEmpty, overlay == nil {
                writeCentred(isLoading ? "loading \(borders.ellipsis)" : "no pages", on: &screen, top: region.top)
            }
        }
        if let overlay { place(overlay, on: &screen) }
        return screen
    }

    /// Writes a short text into the middle.
    private func writeCentred(_ text: String, style: Style = .plain, on screen: inout Screen, top: Int) {
        let text = ColumnText.prefix(text, columns: screen.columns)
        let column = (screen.columns - ColumnText.width(text)) / 2
        screen.write(text, column: column, row: top + (screen.rows - top) / 2, style: style)
    }

    /// Places a page that is as large as its text in the middle.
    private func place(_ overlay: Page, on screen: inout Screen) {
        let widest = overlay.body.split(separator: "\n").map { ColumnText.width($0) }.max() ?? 0
        let columns = min(screen.columns, max(widest + 4, ColumnText.width(overlay.title) + 6))
        let lines = ColumnText.wrapped(overlay.body, columns: max(1, columns - 4)).count
        var text = PageFrame(page: overlay, borders: borders)
        text.scroll = scrolls[overlay.id] ?? 0
        let frame = text.draw(
            columns: columns, rows: min(screen.rows, lines + 2))
        screen.place(frame, column: (screen.columns - frame.columns) / 2, row: (screen.rows - frame.rows) / 2)
    }
}

extension Scene {
    /// The page nearest to the position, when it is known.
    var nearest: Page? {
        let index = position.nearestPage
        return (pages + beyond).first { $0.index == index }?.page
    }

    /// The step of the page nearest to the position; nil for a page without steps.
    var step: StatusLine.Step? {
        guard let page = nearest, page.steps > 0, let stepPlace else { return nil }
        let index = position.nearestPage
        let shown = index == stepPlace.page ? min(stepPlace.shown, page.steps) : index < stepPlace.page ? page.steps : 0
        return StatusLine.Step(number: shown + 1, count: page.steps + 1)
    }

    /// The hidden lines of the page nearest to the position on a screen of this size, at the scroll of `scrolls`. A key
    /// scrolls while there are any, and turns the page otherwise.
    package func overflow(columns: Int, rows: Int) -> PageOverflow {
        nearestSlot(columns: columns, rows: rows).map { $0.frame.overflow(columns: $0.columns, rows: $0.rows) } ?? .none
    }

    /// Columns by which the widest code of the page nearest to the position can be scrolled; 0 where all of it fits.
    package func codeReach(columns: Int, rows: Int) -> Int {
        nearestSlot(columns: columns, rows: rows).map { $0.frame.codeReach(columns: $0.columns, rows: $0.rows) } ?? 0
    }

    /// The first character in view of the page nearest to the position. Nil for a page without text.
    package func firstCharacter(columns: Int, rows: Int) -> PageMark? {
        guard let slot = nearestSlot(columns: columns, rows: rows),
            let number = slot.frame.firstCharacter(columns: slot.columns, rows: slot.rows)
        else { return nil }
        return PageMark(page: slot.frame.page.id, characters: number..<number + 1)
    }

    private func nearestSlot(columns: Int, rows: Int) -> PageWindow.Slot? {
        slots(columns: columns, rows: rows).first { $0.index == position.nearestPage }
    }

    /// The character of a page's text in a cell of a screen of this size, or the next one after it in its line: the
    /// mark of a pointer there. Nil where there is no text.
    package func character(column: Int, row: Int, columns: Int, rows: Int) -> PageMark? {
        guard !isBlank, overlay == nil else { return nil }
        let room = Scene.pageRows(columns: columns, rows: rows)
        guard (0..<room).contains(row), (0..<columns).contains(column) else { return nil }
        let region = region(columns: columns, rows: room)
        let (x, y) = (column - region.column, row - region.row)
        for slot in slots(columns: columns, rows: rows) {
            guard (slot.column..<slot.column + slot.columns).contains(x),
                (slot.row..<slot.row + slot.rows).contains(y),
                let number = slot.frame.character(
                    column: x - slot.column, row: y - slot.row, columns: slot.columns, rows: slot.rows)
            else { continue }
            return PageMark(page: slot.frame.page.id, characters: number..<number + 1)
        }
        return nil
    }

    /// The same picture without known pages that a window of this size does not show: windows that have seen different
    /// pages before are equal then.
    package func limitedToView(columns: Int, rows: Int) -> Scene {
        let inView = Set(slots(columns: columns, rows: rows).map(\.index) + [position.nearestPage])
        var scene = self
        scene.beyond = beyond.filter { inView.contains($0.index) && !window.hasInside($0.index) }
            .sorted { $0.index < $1.index }
        let shown = Set((pages + scene.beyond).map(\.page.id))
        scene.documents = documents.filter { shown.contains($0.key) }
        return scene
    }

    private func slots(columns: Int, rows: Int) -> [PageWindow.Slot] {
        let screen = Screen(columns: columns, rows: rows)
        let region = region(columns: screen.columns, rows: Scene.pageRows(columns: columns, rows: rows))
        return window.slots(columns: max(1, region.columns), rows: max(1, region.rows))
    }
}
