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

    private func drawPages(_ columns: Int, _ rows: Int) -> Screen {
        let window = PageWindow(
            pages: pages, position: position, origin: origin, configuration: configuration, borders: borders)
        var screen = window.draw(columns: columns, rows: rows)
        if pages.isEmpty, overlay == nil {
            let text = ColumnText.prefix("no pages", columns: columns)
            screen.write(text, column: (columns - ColumnText.width(text)) / 2, row: rows / 2)
        }
        if let overlay { place(overlay, on: &screen) }
        return screen
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
