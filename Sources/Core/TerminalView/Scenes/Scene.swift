package import PagingContent
package import PagingEngine
package import PagingRoom

/// Everything that the pages are drawn from; the same scene in the same size gives the same cells.
package struct Scene: WindowScene {
    /// Below this size the window shows a warning together with the pages.
    package static let comfortableColumns = 20
    package static let comfortableRows = 6

    /// The pages of the window, in any order.
    package var pages: [WindowPage]
    /// The pager's position at the drawn moment.
    package var position: Position
    /// The page in the centre of the room's window; pages outside that window are not drawn.
    package var origin: PageIndex
    package var configuration: Configuration
    package var status: StatusLine
    package var borders: Borders
    /// A page that covers the others, such as the help.
    package var overlay: Page?
    /// Known pages outside the window, such as those that the member has seen before.
    package var beyond: [WindowPage] = []
    /// The row of pages; unknown ones in view are drawn as empty frames. Nil draws known pages only.
    package var row: ClosedRange<PageIndex>?
    /// The strip of tabs above the pages, if there is one.
    package var tabs: TabStrip?
    /// The buttons at both ends of the pages, if there are any.
    package var buttons: EdgeButtons?
    /// Whether the room still loads its pages.
    package var isLoading = false
    /// The documents of bodies in Markdown; a page without one is drawn as plain text.
    package var documents: [PageID: Document] = [:]
    /// Nil shows words in place of pictures.
    package var pictures: PictureSupply?
    /// The page and step the member goes to: pages before it show all of their steps, pages after it none. Nil shows
    /// everything.
    package var stepPlace: StepPlace?
    /// Lines by which tall pages are scrolled; other pages begin at the top, or end at their newest step.
    package var scrolls: [PageID: Int] = [:]
    /// The first columns of code that is too wide, by page; on others its lines continue in the next row.
    package var codeStarts: [PageID: Int] = [:]
    /// The position with which a page begins that is not in `scrolls`.
    package var top: Pointer?
    /// The shared pointer; drawn on its page only.
    package var pointer: Pointer?
    /// The hit of a search.
    package var hit: PageMark?
    /// Whether the pages are dark.
    package var isBlank = false
    /// Whether the member is a presenter, who sees that the pages are dark; others see nothing.
    package var isPresenting = false
    /// A line over the last row of the pages, such as that the connection is lost.
    package var banner: String?
    /// Whether frames are drawn around pages that rest, too.
    package var hasBorders = false
    /// The number of pages; nil in an endless row.
    package var pageCount: Int?
    /// Columns of running text at most.
    package var measure = PageText.measure
    package var theme = Theme.standard
    /// Shorter texts for a window in which the banner would be cut, longest first.
    package var shorterBanners: [String] = []

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
            if let banner = banner(columns: screen.columns) {
                screen.writeBanner(banner, row: room - 1, style: .faint, ellipsis: borders.ellipsis)
            }
        }
        if let warning, screen.rows > room + 1 {
            screen.write(warning, column: 0, row: screen.rows - 2, style: .bold)
        }
        screen.writeStatus(statusLine, borders: borders)
        screen.theme = theme
        return screen
    }

    /// Whether nothing on the screen moves by itself.
    var isAtRest: Bool {
        let isOnPage = position == Position(page: position.nearestPage) || configuration.release == .free
        return status.phase == .idle && isOnPage
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

    /// The banner, or a shorter one, in so many columns. Nil below an overlay, whose last row counts its hidden lines, and where
    /// not even the shortest one fits.
    func banner(columns: Int) -> String? {
        guard overlay == nil, let banner else { return nil }
        let room = columns - Screen.bannerMargin
        let fitting = ([banner] + shorterBanners).first { ColumnText.width($0) <= room }
        return fitting ?? (shorterBanners.isEmpty ? banner : nil)
    }

    /// Rows for the pages on a screen of this size: all but the status and, on a very small one, the warning.
    package static func pageRows(columns: Int, rows: Int) -> Int {
        let screen = Screen(columns: columns, rows: rows)
        let isWarned = warning(screen) != nil && screen.rows >= 3
        return screen.rows - (isWarned ? 2 : 1)
    }

    private static func warning(_ screen: Screen) -> String? {
        guard screen.columns < comfortableColumns || screen.rows < comfortableRows else { return nil }
        let least = "\(comfortableColumns)x\(comfortableRows)"
        let texts = [
            "window too small (\(screen.columns)x\(screen.rows)), \(least) or more is needed", "too small: \(least)",
        ]
        return texts.first { $0.count <= screen.columns } ?? "small"
    }

    /// Shows the pages to a member that reads alone at `place`, also while they are dark for the others. The scene's
    /// `position` must be that of the reader.
    package mutating func detach(at place: StepPlace, from replica: Replica) {
        stepPlace = place
        top = nil
        isBlank = false
        status.pagesBehind = replica.target - place.page
    }
}
