import PagingContent
import PagingEngine
package import PagingRoom

/// The window of a presenter: the page that the audience sees, the next page, notes, the time and the members.
///
/// From 72 columns and 16 rows on the parts are beside each other. In a smaller window they are below each other, and
/// the least important ones are left out.
package struct PresenterScene: WindowScene {
    static let wideColumns = 72
    static let wideRows = 16

    /// The pages as the audience sees them, with the status of this presenter.
    package var scene: Scene
    /// The page and step after the next key press; nil at the end.
    package var next: StepPlace?
    package var notes: String
    /// Lines of the notes that are scrolled out above.
    package var notesScroll = 0
    package var timer: TalkTimer
    package var attendees: [Attendee]
    /// Viewers that are not among the attendees.
    package var viewers: Int

    package init(
        scene: Scene, next: StepPlace?, notes: String, timer: TalkTimer, attendees: [Attendee] = [], viewers: Int = 0
    ) {
        self.scene = scene
        self.next = next
        self.notes = notes
        self.timer = timer
        self.attendees = attendees
        self.viewers = viewers
    }

    /// The scene for a replica, with the next page and the members from it.
    package init(scene: Scene, replica: Replica, notes: String, timer: TalkTimer) {
        let here = replica.stepPlace
        let next = replica.place(after: .forward, from: here.page, shown: here.shown)
        self.init(
            scene: scene, next: next == here ? nil : next, notes: notes, timer: timer, attendees: replica.attendees(),
            viewers: replica.viewers)
    }

    package func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        layouts.turn()
        var screen = Screen(columns: columns, rows: rows)
        guard screen.rows > 1 else {
            screen.writeStatus(scene.statusLine, borders: scene.borders)
            return screen
        }
        let isWide = screen.columns >= PresenterScene.wideColumns && screen.rows >= PresenterScene.wideRows
        if isWide { drawWide(on: &screen, &layouts) } else { drawNarrow(on: &screen, &layouts) }
        screen.writeStatus(scene.statusLine, borders: scene.borders)
        return screen
    }

    package func pagesArea(columns: Int, rows: Int) -> ScreenArea {
        // The scene of the pages is measured with a status line below.
        guard columns >= PresenterScene.wideColumns, rows >= PresenterScene.wideRows else {
            return ScreenArea(column: 0, row: 1, columns: columns, rows: max(1, Stack(rows: rows - 1).page) + 1)
        }
        let sides = Sides(columns: columns, rows: rows)
        return ScreenArea(column: 0, row: 0, columns: sides.left, rows: sides.rows + 1)
    }

    /// Lines of the notes that do not fit into a window of this size, at `notesScroll`.
    package func notesOverflow(columns: Int, rows: Int) -> PageOverflow {
        let part = notesPart(columns: columns, rows: rows)
        return PageOverflow(lines: noteLines(part.columns).count, room: part.rows, scroll: notesScroll)
    }
}

extension PresenterScene {
    /// Rows of the parts below each other in a narrow window.
    struct Stack {
        let page: Int
        let next: Int
        let notes: Int
        let people: Int

        init(rows: Int) {
            people = rows >= 9 ? 1 : 0
            next = rows >= 7 ? 1 : 0
            let rest = rows - 1 - people - next
            notes = rows >= 5 ? max(1, rest * 2 / 5) : 0
            page = max(0, rest - notes)
        }
    }

    /// Columns and rows of the parts beside each other in a wide window.
    struct Sides {
        let left: Int
        let right: Int
        let rows: Int
        let people: Int
        let next: Int

        init(columns: Int, rows: Int) {
            left = columns * 3 / 5
            right = columns - left - 1
            people = rows >= 24 ? 2 : 1
            self.rows = rows - 1 - people
            next = max(5, (self.rows - 2) * 2 / 5)
        }

        /// Rows of the notes, below the time, the next page and a heading.
        var notes: Int { max(0, rows - 2 - next) }
    }

    private func notesPart(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        guard columns >= PresenterScene.wideColumns, rows >= PresenterScene.wideRows else {
            return (columns, Stack(rows: rows - 1).notes)
        }
        let sides = Sides(columns: columns, rows: rows)
        return (sides.right, sides.notes)
    }

    private func drawWide(on screen: inout Screen, _ layouts: inout LayoutCache) {
        let sides = Sides(columns: screen.columns, rows: screen.rows)
        screen.place(pages(columns: sides.left, rows: sides.rows, &layouts), column: 0, row: 0)
        let column = sides.left + 1
        drawTimer(on: &screen, column: column, row: 0)
        screen.place(nextFrame(columns: sides.right, rows: sides.next, &layouts), column: column, row: 1)
        drawNotesHeading(on: &screen, column: column, row: 1 + sides.next)
        screen.place(noteScreen(columns: sides.right, rows: sides.notes), column: column, row: 2 + sides.next)
        drawPeople(on: &screen, row: sides.rows, rows: sides.people)
    }

    private func drawNarrow(on screen: inout Screen, _ layouts: inout LayoutCache) {
        let stack = Stack(rows: screen.rows - 1)
        drawTimer(on: &screen, column: 0, row: 0)
        var row = 1
        if stack.page > 0 {
            screen.place(pages(columns: screen.columns, rows: stack.page, &layouts), column: 0, row: row)
        }
        row += stack.page
        if stack.next > 0 {
            let text = ColumnText.cut(nextTitle, columns: screen.columns, ellipsis: scene.borders.ellipsis)
            screen.write(text, column: 0, row: row, style: .faint)
        }
        row += stack.next
        screen.place(noteScreen(columns: screen.columns, rows: stack.notes), column: 0, row: row)
        drawPeople(on: &screen, row: row + stack.notes, rows: stack.people)
    }

    /// The pages, which the presenter sees also while they are dark for the others.
    private func pages(columns: Int, rows: Int, _ layouts: inout LayoutCache) -> Screen {
        var scene = scene
        scene.isBlank = false
        scene.hasBorders = true
        var pages = scene.drawPages(columns: columns, rows: rows, layouts: &layouts)
        let isDark = self.scene.isBlank && scene.overlay == nil
        let banner = scene.banner(columns: columns) ?? (isDark ? "dark for the others" : nil)
        if let banner { pages.writeBanner(banner, row: rows - 1, style: .bold, ellipsis: scene.borders.ellipsis) }
        return pages
    }

    private func drawTimer(on screen: inout Screen, column: Int, row: Int) {
        let text = timer.text(columns: screen.columns - column)
        screen.write(text, column: column, row: row, style: timer.isOver ? [.bold, .reversed] : .bold)
    }

    private func drawNotesHeading(on screen: inout Screen, column: Int, row: Int) {
        let overflow = notesOverflow(columns: screen.columns, rows: screen.rows)
        let hidden = overflow.texts(ellipsis: scene.borders.ellipsis)
        let more = overflow == .none ? "" : hidden[0]
        screen.write("notes\(more)", column: column, row: row, style: [.faint, .underlined])
    }

    private func noteLines(_ columns: Int) -> [String] {
        ColumnText.wrapped(notes.isEmpty ? "no notes" : notes, columns: columns)
    }

    private func noteScreen(columns: Int, rows: Int) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard rows > 0 else { return screen }
        let lines = noteLines(columns)
        let above = PageOverflow(lines: lines.count, room: rows, scroll: notesScroll).above
        for (row, line) in lines.dropFirst(above).prefix(rows).enumerated() {
            screen.write(line, column: 0, row: row, style: notes.isEmpty ? .faint : .plain)
        }
        return screen
    }
}

extension PresenterScene {
    /// The page after the next key press, when it is known.
    private var nextPage: Page? {
        next.flatMap { next in (scene.pages + scene.beyond).first { $0.index == next.page }?.page }
    }

    /// Whether the next key press only shows another step of the current page.
    private var isNextStep: Bool { next?.page == scene.stepPlace?.page }

    /// `next: The end`, `next step` or `the end`.
    var nextTitle: String {
        guard next != nil else { return "the end" }
        guard !isNextStep else { return "next step" }
        guard let title = nextPage?.title, !title.isEmpty else { return "next page" }
        return "next: \(title)"
    }

    /// The beginning of the next page, or the end of the current page after the next step.
    func nextFrame(columns: Int, rows: Int, _ layouts: inout LayoutCache) -> Screen {
        var page = nextPage ?? Page(id: PageID("unknown"), title: "")
        page.title = nextTitle
        var frame = PageFrame(page: page, borders: scene.borders)
        frame = frame.miniature(of: nextPage.flatMap { scene.documents[$0.id] })
        frame.pictures = scene.pictures
        frame.shown = next?.shown
        frame.scroll = isNextStep ? .max : 0
        var screen = frame.draw(columns: columns, rows: rows, layouts: &layouts)
        for row in 0..<screen.rows { screen.restyle(row: row, columns: 0..<screen.columns, adding: .faint) }
        return screen
    }

    /// The members, first those who ask for something or are disconnected; `5 more` for those that do not fit.
    func drawPeople(on screen: inout Screen, row: Int, rows: Int) {
        guard rows > 0 else { return }
        let sorted = attendees.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        var texts = sorted.map(\.element.text)
        if viewers > 0 { texts.append(viewers == 1 ? "1 viewer" : "\(viewers) viewers") }
        let divider = " | "
        // Room for `| 99999 more` in the last row.
        let reserve = 14
        var lines = [""]
        for (place, text) in texts.enumerated() {
            let more = ColumnText.width(text) + (lines[lines.count - 1].isEmpty ? 0 : divider.count)
            let isLast = lines.count == rows
            let room = screen.columns - (isLast && place < texts.count - 1 ? reserve : 0)
            if ColumnText.width(lines[lines.count - 1]) + more <= room || lines == [""] && !isLast {
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : divider) + text
            } else if !isLast {
                lines.append(text)
            } else {
                let count = texts.count - place
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : divider) + "\(count) more"
                break
            }
        }
        for (line, text) in lines.enumerated() {
            let cut = ColumnText.cut(text, columns: screen.columns, ellipsis: scene.borders.ellipsis)
            screen.write(cut, column: 0, row: row + line)
        }
    }
}
