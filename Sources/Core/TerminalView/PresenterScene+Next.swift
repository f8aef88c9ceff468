import PagingContent
import PagingEngine

extension PresenterScene {
    /// The page on which the next press of a key ends, when it is known.
    private var nextPage: Page? {
        next.flatMap { next in (scene.pages + scene.beyond).first { $0.index == next.page }?.page }
    }

    /// Whether it only shows more of the page that is there.
    private var isNextStep: Bool { next?.page == scene.stepPlace?.page }

    /// `next: The end`, `next step` or `the end`.
    var nextTitle: String {
        guard next != nil else { return "the end" }
        guard !isNextStep else { return "next step" }
        guard let title = nextPage?.title, !title.isEmpty else { return "next page" }
        return "next: \(title)"
    }

    /// The next page as it will begin, or the end of the page as it will be a step further.
    func nextFrame(columns: Int, rows: Int, _ layouts: inout LayoutCache) -> Screen {
        var page = nextPage ?? Page(id: PageID("unknown"), title: "")
        page.title = nextTitle
        var frame = PageFrame(page: page, borders: scene.borders)
        frame.document = nextPage.flatMap { scene.documents[$0.id] }
        frame.shown = next?.shown
        frame.scroll = isNextStep ? .max : 0
        var screen = frame.draw(columns: columns, rows: rows, layouts: &layouts)
        for row in 0..<screen.rows { screen.restyle(row: row, columns: 0..<screen.columns, adding: .faint) }
        return screen
    }

    /// Who is there, those first who want something or are lost; `5 more` for those without room.
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
