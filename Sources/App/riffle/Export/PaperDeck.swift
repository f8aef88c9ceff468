import Markdown
import PagingContent
import PagingEngine
import PagingRoom
import Paper
import TerminalView

/// A deck as sheets of paper, drawn from the cells that a window of that size shows.
struct PaperDeck {
    /// A grid that fills paper of 16:9 with letters of usual proportions.
    static let standardSize = WindowSize(columns: 88, rows: 25)

    let title: String
    let pages: [Page]
    /// The files of the pages' pictures.
    var files: [AssetName: Asset] = [:]
    var theme: Theme?
    var size = PaperDeck.standardSize
    /// Columns of running text at most; nil takes the usual number.
    var measure: Int?
    /// A sheet for each step, instead of one with all.
    var hasSteps = false
    /// A second sheet with the notes of each page that has some.
    var hasNotes = false

    /// The number of sheets.
    var count: Int {
        pages.reduce(0) { $0 + (hasSteps ? $1.steps + 1 : 1) + (hasNotes && $1.notes != nil ? 1 : 0) }
    }

    /// The sheets of the page at `place`.
    func sheets(at place: Int) -> [PaperSheet] {
        let page = pages[place]
        let digits = String(place + 1)
        let name = "page-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        let number = Int64(place + 1)
        let title = page.title.isEmpty ? "Page \(number)" : page.title
        var sheets: [PaperSheet] = []
        if hasSteps, page.steps > 0 {
            for step in 0...page.steps {
                sheets.append(
                    sheet(page, number, shown: step, name: "\(name)-\(step + 1)", title: step == 0 ? title : nil))
            }
        } else {
            sheets.append(sheet(page, number, shown: nil, name: name, title: title))
        }
        if hasNotes, let notes = page.notes {
            let page = Page(id: PageID("notes"), title: "Notes: \(title)", body: notes)
            sheets.append(sheet(page, number, shown: nil, name: "\(name)-notes", title: nil))
        }
        return sheets
    }

    /// Whether the page at `place` has lines for which the largest grid has no rows.
    func isCut(at place: Int) -> Bool {
        let page = pages[place]
        let document = page.format == .markdown ? page.document : nil
        let size = grid(for: page, document)
        guard size.columns >= PaperLimits.side || size.rows >= PaperLimits.side else { return false }
        return PageOverflow(of: page, document: document, columns: size.columns, rows: size.rows).isHidden(.forward)
    }

    private func sheet(_ page: Page, _ number: Int64, shown: Int?, name: String, title: String?) -> PaperSheet {
        let document = page.format == .markdown ? page.document : nil
        var status = StatusLine(
            room: self.title, place: .listed(number: number, count: pages.count), phase: .idle, members: 1)
        status.isQuiet = true
        let index = PageIndex(number - 1)
        var scene = Scene(
            pages: [WindowPage(index: index, item: 0, page: page)], position: Position(page: index), origin: index,
            configuration: Configuration(.threePage), status: status, borders: .unicode)
        if let document { scene.documents[page.id] = document }
        scene.pageCount = pages.count
        scene.measure = measure ?? scene.measure
        scene.stepPlace = shown.map { StepPlace(page: index, shown: $0) }
        scene.theme = theme ?? pages.first?.theme.flatMap { Theme($0) } ?? .standard
        scene.pictures = PictureSupply(PicturePlaces(), style: .blocks, revision: 0)
        let size = grid(for: page, document)
        let screen = scene.draw(columns: size.columns, rows: size.rows)
        var sheet = PaperSheet(screen, name: name, title: title)
        sheet.pictures = screen.placements.compactMap { place in files[place.asset].map { PaperPicture($0, at: place) }
        }
        if document?.blocks.contains(.titlePage) == true { sheet.add(wordsOf: page.title) }
        return sheet
    }

    /// A grid with enough rows for the whole page: in smaller cells of the same proportions.
    private func grid(for page: Page, _ document: Document?) -> WindowSize {
        var (columns, rows) = (size.columns, size.rows)
        while columns < PaperLimits.side, rows < PaperLimits.side {
            let hidden = PageOverflow(of: page, document: document, columns: columns, rows: rows)
            guard hidden.isHidden(.forward) else { break }
            rows += max(1, min(hidden.below, max(rows / 12, hidden.below / 4)))
            rows = min(rows, PaperLimits.side)
            columns = min(size.columns * rows / size.rows, PaperLimits.side)
        }
        return WindowSize(columns: columns, rows: rows)
    }
}

extension PaperSheet {
    /// Adds the words of a title in large letters, which are blocks, below them in the colour of the paper: so they can be selected and
    /// searched for.
    fileprivate mutating func add(wordsOf title: String) {
        let blocks = runs.filter { run in
            run.text.unicodeScalars.allSatisfy { $0 == " " || (0x2580...0x259F).contains($0.value) }
        }
        guard let row = blocks.map(\.row).min(), let column = blocks.map(\.column).min(),
            let end = blocks.map({ $0.column + $0.columns }).max(), let last = blocks.map(\.row).max()
        else { return }
        let scale = max(1, min(last - row + 1, (end - column) / max(1, title.count), 16))
        var words = PaperRun(column: column, row: row, columns: title.count * scale, text: title, ink: ground)
        words.scale = scale
        runs.insert(words, at: 0)
    }
}
