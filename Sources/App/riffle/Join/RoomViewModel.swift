import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// What there is to show of a room at one moment.
struct RoomViewModel {
    /// What a presenter has around the page.
    struct PresenterPart {
        var notes: String
        var notesScroll: Int
        var timer: TalkTimer
        /// Members who do not show yet what the room shows.
        var late: [MemberID] = []
    }

    /// All pages at a glance.
    struct OverviewPart {
        var pages: [Page]
        var selected: Int
        var current: Int?
    }

    let name: String
    let replica: Replica
    /// Pages outside the window that the member has seen or asked for.
    var beyond: [WindowPage] = []
    let position: Position
    /// The room owner's clock.
    let now: Instant
    var link = StatusLine.Link.inStep
    var roundTripMilliseconds: Int64?
    var note: String?
    var banner: String?
    var documents: [PageID: Document] = [:]
    var scrolls: [PageID: Int] = [:]
    var hit: PageMark?
    var search: SearchPrompt?
    /// Keys that wait for more.
    var pending: String?
    var overlay: Page?
    /// Where the strip of tabs is drawn, when that is neither where the room nor where the pager says.
    var strip: Position?
    /// Whether the own hand has it.
    var isStripHeld = false
    /// Where somebody reads who has left the others.
    var reader: StepPlace?
    var isPresenting = false
    var presenter: PresenterPart?
    var overview: OverviewPart?

    /// The pages with all that is laid over them.
    func scene(_ borders: Borders) -> Scene {
        var scene = Scene(
            replica: replica, position: position, now: now, room: name, link: link,
            roundTripMilliseconds: roundTripMilliseconds, note: note, borders: borders, overlay: overlay)
        scene.beyond = beyond
        scene.documents = documents
        scene.scrolls = scrolls
        scene.hit = hit
        scene.isPresenting = isPresenting
        scene.banner = banner
        scene.status.search = search
        scene.status.pending = pending
        if let strip { scene.tabs?.place = strip }
        if isStripHeld { scene.status.isStripHeld = true }
        if let reader { scene.detach(at: reader, from: replica) }
        return scene
    }

    /// One of several pictures after each other, between which `layouts` goes along.
    func draw(columns: Int, rows: Int, borders: Borders, layouts: inout LayoutCache) -> Screen {
        let scene = scene(borders)
        if let overview {
            let overviewScene = OverviewScene(
                pages: overview.pages, documents: documents, selected: overview.selected, current: overview.current,
                status: scene.status, borders: borders)
            return overviewScene.draw(columns: columns, rows: rows)
        }
        guard let presenter else { return scene.draw(columns: columns, rows: rows, layouts: &layouts) }
        return presenterScene(scene, presenter).draw(columns: columns, rows: rows, layouts: &layouts)
    }

    private func presenterScene(_ scene: Scene, _ part: PresenterPart) -> PresenterScene {
        var presenterScene = PresenterScene(scene: scene, replica: replica, notes: part.notes, timer: part.timer)
        presenterScene.notesScroll = part.notesScroll
        presenterScene.attendees = replica.attendees(late: part.late)
        return presenterScene
    }
}

/// Where things are in a window of a size: what a hand on the mouse or a scrolling key has to know.
extension RoomViewModel {
    /// The part of the window the pages have, and what is drawn there with a status line below.
    private func pagesArea(_ size: WindowSize) -> PresenterScene.Area {
        guard presenter != nil else {
            return PresenterScene.Area(column: 0, row: 0, columns: size.columns, rows: size.rows)
        }
        let area = PresenterScene.pagesArea(columns: size.columns, rows: size.rows)
        return PresenterScene.Area(column: area.column, row: area.row, columns: area.columns, rows: area.rows + 1)
    }

    func overflow(_ size: WindowSize) -> PageOverflow {
        let area = pagesArea(size)
        return scene(.ascii).overflow(columns: area.columns, rows: area.rows)
    }

    func notesOverflow(_ size: WindowSize) -> PageOverflow {
        guard let presenter else { return .none }
        return presenterScene(scene(.ascii), presenter).notesOverflow(columns: size.columns, rows: size.rows)
    }

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

    /// Where the strip of tabs stands that a hand has drawn so many columns to the right of `start`.
    func stripPlace(draggedBy columns: Int, from start: Position, _ size: WindowSize) -> Position? {
        let scene = scene(.ascii)
        return scene.tabs?.place(
            draggedBy: columns, from: start, columns: pagesArea(size).columns, borders: scene.borders)
    }

    func viewport(_ size: WindowSize) -> Viewport? {
        let area = pagesArea(size)
        return scene(.ascii).viewport(columns: area.columns, rows: area.rows)
    }

    /// The miniature of an overview in a cell.
    func overviewPlace(column: Int, row: Int, _ size: WindowSize) -> Int? {
        guard let overview else { return nil }
        let scene = OverviewScene(
            pages: overview.pages, selected: overview.selected, status: scene(.ascii).status)
        return scene.place(column: column, row: row, columns: size.columns, rows: size.rows)
    }
}
