public import PagingContent
public import PagingEngine
public import PagingRoom

/// Everything a frame is drawn from; the same scene in the same size gives the same cells.
public struct Scene: Hashable, Sendable {
    /// Below this size there is a warning, and still a picture.
    public static let comfortableColumns = 20
    public static let comfortableRows = 6

    /// The pages of the window, in any order.
    public var pages: [WindowPage]
    /// Where the pager stands at the moment drawn.
    public var position: Position
    /// The page in the window's centre slot; pages outside the window around it are not drawn.
    public var origin: PageIndex
    public var configuration: Configuration
    public var status: StatusLine
    public var borders: Borders
    /// Laid over the pages, such as the help.
    public var overlay: Page?
    /// Pages outside the window that are known all the same, such as those a member has seen before.
    public var beyond: [WindowPage] = []
    /// The pages there are; those in view and not known are drawn as empty frames. Nil draws known ones only.
    public var row: ClosedRange<PageIndex>?
    /// Above the pages, where there is one.
    public var tabs: TabStrip?
    /// At both ends of the pages, where there are any.
    public var buttons: EdgeButtons?
    /// Whether pages are under way.
    public var isLoading = false

    public init(
        pages: [WindowPage], position: Position, origin: PageIndex, configuration: Configuration, status: StatusLine,
        borders: Borders = .ascii, overlay: Page? = nil
    ) {
        self.pages = pages
        self.position = position
        self.origin = origin
        self.configuration = configuration
        self.status = status
        self.borders = borders
        self.overlay = overlay
    }

    /// Draws the pages, a warning when the terminal is very small, and the status in the last row.
    public func draw(columns: Int, rows: Int) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let warning = Scene.warning(screen)
        let room = Scene.pageRows(columns: columns, rows: rows)
        if room > 0 { screen.place(drawPages(screen.columns, room), column: 0, row: 0) }
        if let warning, screen.rows > room + 1 {
            screen.write(warning, column: 0, row: screen.rows - 2, style: .bold)
        }
        screen.write(status.text(columns: screen.columns), column: 0, row: screen.rows - 1)
        screen.restyle(row: screen.rows - 1, columns: 0..<screen.columns, .reversed)
        return screen
    }

    /// Rows left for the pages on a screen of this size: all but the status and, on a very small one, the warning.
    public static func pageRows(columns: Int, rows: Int) -> Int {
        let screen = Screen(columns: columns, rows: rows)
        let isWarned = warning(screen) != nil && screen.rows >= 3
        return screen.rows - (isWarned ? 2 : 1)
    }

    private static func warning(_ screen: Screen) -> String? {
        guard screen.columns < comfortableColumns || screen.rows < comfortableRows else { return nil }
        let least = "\(comfortableColumns)x\(comfortableRows)"
        return "small: \(screen.columns)x\(screen.rows), better \(least)"
    }

    /// The strip, the pages below it and between the buttons, and the overlay.
    private func drawPages(_ columns: Int, _ rows: Int) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let top = tabs == nil ? 0 : TabStrip.height(of: rows)
        if let tabs, top > 0 {
            screen.place(tabs.draw(columns: columns, rows: top, borders: borders), column: 0, row: 0)
        }
        let isVertical = configuration.axis == .vertical
        let room = rows - top
        let margin =
            buttons == nil ? 0 : EdgeButtons.margin(columns: columns, rows: room, isVertical: isVertical)
        let sides = isVertical ? (column: 0, row: margin) : (column: margin, row: 0)
        var window = PageWindow(
            pages: pages, position: position, origin: origin, configuration: configuration, borders: borders,
            beyond: beyond)
        if !pages.isEmpty { window.row = row }
        let drawn = window.draw(columns: columns - 2 * sides.column, rows: room - 2 * sides.row)
        screen.place(drawn, column: sides.column, row: top + sides.row)
        buttons?.draw(on: &screen, top: top, isVertical: isVertical)
        if pages.isEmpty, overlay == nil { sayWhyThereIsNothing(on: &screen, top: top) }
        if let overlay { place(overlay, on: &screen) }
        return screen
    }

    private func sayWhyThereIsNothing(on screen: inout Screen, top: Int) {
        let text = ColumnText.prefix(isLoading ? "loading \(borders.ellipsis)" : "no pages", columns: screen.columns)
        let column = (screen.columns - ColumnText.width(text)) / 2
        screen.write(text, column: column, row: top + (screen.rows - top) / 2)
    }

    /// Centres a page no larger than its text.
    private func place(_ overlay: Page, on screen: inout Screen) {
        let widest = overlay.body.split(separator: "\n").map { ColumnText.width($0) }.max() ?? 0
        let columns = min(screen.columns, max(widest + 4, ColumnText.width(overlay.title) + 6))
        let lines = ColumnText.wrapped(overlay.body, columns: max(1, columns - 4)).count
        let frame = PageFrame(page: overlay, borders: borders).draw(
            columns: columns, rows: min(screen.rows, lines + 2))
        screen.place(frame, column: (screen.columns - frame.columns) / 2, row: (screen.rows - frame.rows) / 2)
    }
}
