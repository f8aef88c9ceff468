import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// Everything that a window shows of a room at one moment.
struct RoomViewModel {
    /// The parts around the page that a presenter sees.
    struct PresenterPart {
        var notes: String
        var notesScroll: Int
        var timer: TalkTimer
        /// Members that do not show yet what the room shows.
        var late: [MemberID] = []
    }

    /// The overview of all pages.
    struct OverviewPart {
        var pages: [Page]
        var selected: Int
        var current: Int?
    }

    /// The lobby, which covers the pages.
    struct LobbyPart {
        var lobby: Lobby
        /// Why the connection is lost, if it is.
        var banner: String?
    }

    let name: String
    let replica: Replica
    /// Pages outside the window that the member has seen or fetched.
    var beyond: [WindowPage] = []
    let position: Position
    /// The time on the room owner's clock.
    let now: Instant
    var connection = StatusLine.ConnectionState.inStep
    var roundTripMilliseconds: Int64?
    var note: String?
    var banner: String?
    var shorterBanners: [String] = []
    var documents: [PageID: Document] = [:]
    /// Nil shows words in place of pictures.
    var pictures: PictureSupply?
    var scrolls: [PageID: Int] = [:]
    var codeStarts: [PageID: Int] = [:]
    var hit: PageMark?
    var search: SearchPrompt?
    /// Keys typed that wait for more.
    var pending: String?
    var overlay: Page?
    /// The position of the strip of tabs, when it is neither the room's nor the pager's.
    var strip: Position?
    /// Whether this member drags the strip.
    var isStripHeld = false
    /// The page and step of a member that reads alone.
    var reader: StepPlace?
    var isPresenting = false
    var hasBorders = false
    var measure: Int?
    var theme = Theme.standard
    var isStatusQuiet = false
    /// For a presenter: members whose windows are too small for the page.
    var cut: StatusLine.Cut?
    var presenter: PresenterPart?
    var overview: OverviewPart?
    var lobby: LobbyPart?

    /// A page of the window or beyond it, when it is known.
    func page(at index: PageIndex) -> Page? { (replica.window + beyond).first { $0.index == index }?.page }

    /// The files of the pages known here, the nearest first.
    var assets: [AssetName] {
        let place = reader?.page ?? replica.target
        let near = (replica.window + beyond).filter { !$0.page.pictures.isEmpty }
            .sorted { abs($0.index - place) < abs($1.index - place) }
        var seen: Set<AssetName> = []
        return near.flatMap(\.page.pictures).map(\.asset).filter { seen.insert($0).inserted }
    }

    /// The pages and everything that covers them.
    func scene(_ borders: Borders) -> Scene {
        var scene = Scene(
            replica: replica, position: position, now: now, room: name, connection: connection,
            roundTripMilliseconds: roundTripMilliseconds, note: note, borders: borders, overlay: overlay)
        scene.beyond = beyond
        scene.documents = documents
        scene.pictures = pictures
        scene.scrolls = scrolls
        scene.codeStarts = codeStarts
        scene.hit = hit
        scene.isPresenting = isPresenting
        scene.hasBorders = hasBorders
        scene.measure = measure ?? scene.measure
        scene.theme = theme
        scene.status.isQuiet = isStatusQuiet
        scene.banner = banner
        scene.shorterBanners = shorterBanners
        scene.status.search = search
        scene.status.pending = pending
        scene.status.cut = cut
        scene.status.isDark = isPresenting && replica.isBlank
        if let strip { scene.tabs?.place = strip }
        if isStripHeld { scene.status.isStripHeld = true }
        if let reader { scene.detach(at: reader, from: replica) }
        return scene
    }

    /// Draws one of several pictures in a row; `layouts` keeps the lines of their pages.
    func draw(columns: Int, rows: Int, borders: Borders, layouts: inout LayoutCache) -> Screen {
        var screen = windowScene(borders).draw(columns: columns, rows: rows, layouts: &layouts)
        screen.theme = theme
        return screen
    }

    /// The scene of a window with the pages only; nil for one with parts that only this member sees.
    func commonScene(_ borders: Borders) -> Scene? {
        overview == nil && presenter == nil ? scene(borders) : nil
    }

    private func windowScene(_ borders: Borders) -> any WindowScene {
        if let lobby {
            return LobbyScene(
                lobby: lobby.lobby, replica: replica, banner: lobby.banner, status: scene(borders).status,
                borders: borders)
        }
        guard let overview else { return pagesScene(borders) }
        return OverviewScene(
            pages: overview.pages, documents: documents, selected: overview.selected, current: overview.current,
            status: scene(borders).status, borders: borders)
    }

    /// The pages, or what a presenter sees around them.
    private func pagesScene(_ borders: Borders) -> any WindowScene {
        let scene = scene(borders)
        return presenter.map { presenterScene(scene, $0) } ?? scene
    }

    private func presenterScene(_ scene: Scene, _ part: PresenterPart) -> PresenterScene {
        var presenterScene = PresenterScene(scene: scene, replica: replica, notes: part.notes, timer: part.timer)
        presenterScene.notesScroll = part.notesScroll
        presenterScene.attendees = replica.attendees(late: part.late)
        return presenterScene
    }
}

/// Positions in a window of a size, for the mouse and for keys that scroll.
extension RoomViewModel {
    /// The part of the window with the pages, and below them the row of a status line.
    func pagesArea(_ size: WindowSize) -> ScreenArea {
        pagesScene(.ascii).pagesArea(columns: size.columns, rows: size.rows)
    }

    func overflow(_ size: WindowSize) -> PageOverflow {
        let area = pagesArea(size)
        return scene(.ascii).overflow(columns: area.columns, rows: area.rows)
    }

    /// The text that a key scrolls, and the line it scrolls to.
    enum Scroll {
        case page(PageID, to: Int)
        case notes(to: Int)
    }

    /// The page scrolls first, then the notes; nil when both are at their end, and without a window.
    func scroll(by lines: Int, _ size: WindowSize?) -> Scroll? {
        guard let size else { return nil }
        let direction: Input.Direction = lines > 0 ? .forward : .back
        let overflow = overflow(size)
        if overflow.isHidden(direction), let id = page(at: reader?.page ?? replica.target)?.id {
            return .page(id, to: overflow.above + lines)
        }
        let notes = notesOverflow(size)
        return notes.isHidden(direction) ? .notes(to: notes.above + lines) : nil
    }

    /// Columns that a key scrolls wide code by.
    private static let codeColumns = 8

    /// A page with code that is too wide, and its first column after a key; without one its lines continue in the next row.
    struct CodeScroll {
        let page: PageID
        let start: Int?
    }

    /// To the right, lines become one row each first; to the left, they continue in the next row last. Nil where all code
    /// fits.
    func scrollCode(times: Int, _ size: WindowSize) -> CodeScroll? {
        let columns = min(max(times, -Screen.bound), Screen.bound) * Self.codeColumns
        let area = pagesArea(size)
        let reach = scene(.ascii).codeReach(columns: area.columns, rows: area.rows)
        guard reach > 0, let page = page(at: reader?.page ?? replica.target)?.id else { return nil }
        guard let start = codeStarts[page] else {
            return CodeScroll(page: page, start: times > 0 ? min(columns - Self.codeColumns, reach) : nil)
        }
        if start == 0, times < 0 { return CodeScroll(page: page, start: nil) }
        return CodeScroll(page: page, start: min(max(0, start + columns), reach))
    }

    /// Whether a window of this size leaves out a part of the room's page. A member that reads alone shows another page,
    /// and the view of a presenter has other parts beside the page.
    func isCut(_ size: WindowSize) -> Bool { reader == nil && presenter == nil && overflow(size) != .none }

    /// The first character in view of the page.
    func firstCharacter(_ size: WindowSize) -> PageMark? {
        let area = pagesArea(size)
        return scene(.ascii).firstCharacter(columns: area.columns, rows: area.rows)
    }

    func notesOverflow(_ size: WindowSize) -> PageOverflow {
        guard let presenter else { return .none }
        return presenterScene(scene(.ascii), presenter).notesOverflow(columns: size.columns, rows: size.rows)
    }

    func viewport(_ size: WindowSize) -> Viewport? {
        let area = pagesArea(size)
        return scene(.ascii).viewport(columns: area.columns, rows: area.rows)
    }
}
