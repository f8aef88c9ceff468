package import PagingContent
package import PagingEngine
package import PagingRoom

/// Everything a frame is drawn from; the same scene in the same size gives the same cells.
package struct Scene: WindowScene {
    /// Below this size there is a warning, and still a picture.
    package static let comfortableColumns = 20
    package static let comfortableRows = 6

    /// The pages of the window, in any order.
    package var pages: [WindowPage]
    /// Where the pager stands at the moment drawn.
    package var position: Position
    /// The page in the window's centre slot; pages outside the window around it are not drawn.
    package var origin: PageIndex
    package var configuration: Configuration
    package var status: StatusLine
    package var borders: Borders
    /// Laid over the pages, such as the help.
    package var overlay: Page?
    /// Pages outside the window that are known all the same, such as those a member has seen before.
    package var beyond: [WindowPage] = []
    /// The pages there are; those in view and not known are drawn as empty frames. Nil draws known ones only.
    package var row: ClosedRange<PageIndex>?
    /// Above the pages, where there is one.
    package var tabs: TabStrip?
    /// At both ends of the pages, where there are any.
    package var buttons: EdgeButtons?
    /// Whether pages are under way.
    package var isLoading = false
    /// What bodies written in Markdown say; a page without one is drawn as its body stands.
    package var documents: [PageID: Document] = [:]
    /// Where the reader goes: pages before it show all of their steps, pages behind it none. Nil shows all of all.
    package var stepPlace: StepPlace?
    /// Lines by which this reader has scrolled tall pages; others begin at the top, or end at their newest step.
    package var scrolls: [PageID: Int] = [:]
    /// Where somebody points; drawn on its page only.
    package var pointer: Pointer?
    /// What a search has found.
    package var hit: PageMark?
    /// Whether the pages are dark.
    package var isBlank = false
    /// Whether the reader is a presenter, who is told that the pages are dark; others see nothing at all.
    package var isPresenting = false
    /// A quiet line in front of the pages' last row, such as that the connection is being mended.
    package var banner: String?

    package init(
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
    package func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        layouts.turn()
        var screen = Screen(columns: columns, rows: rows)
        let warning = Scene.warning(screen)
        let room = Scene.pageRows(columns: columns, rows: rows)
        if room > 0 {
            screen.place(drawPages(columns: screen.columns, rows: room, layouts: &layouts), column: 0, row: 0)
            if let banner { screen.writeBanner(banner, row: room - 1, style: .faint, ellipsis: borders.ellipsis) }
        }
        if let warning, screen.rows > room + 1 {
            screen.write(warning, column: 0, row: screen.rows - 2, style: .bold)
        }
        screen.writeStatus(statusLine)
        return screen
    }

    package func pagesArea(columns: Int, rows: Int) -> ScreenArea {
        ScreenArea(column: 0, row: 0, columns: columns, rows: rows)
    }

    /// The status with the step of the page nearest to the position.
    var statusLine: StatusLine {
        var status = status
        status.step = status.step ?? step
        return status
    }

    /// Rows left for the pages on a screen of this size: all but the status and, on a very small one, the warning.
    package static func pageRows(columns: Int, rows: Int) -> Int {
        let screen = Screen(columns: columns, rows: rows)
        let isWarned = warning(screen) != nil && screen.rows >= 3
        return screen.rows - (isWarned ? 2 : 1)
    }

    private static func warning(_ screen: Screen) -> String? {
        guard screen.columns < comfortableColumns || screen.rows < comfortableRows else { return nil }
        let least = "\(comfortableColumns)x\(comfortableRows)"
        let texts = ["small: \(screen.columns)x\(screen.rows), better \(least)", "small, better \(least)"]
        return texts.first { $0.count <= screen.columns } ?? "small"
    }
}
