import Markdown
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// A window on three pages full of highlighted code, and a drag from the second to the third, sample by sample.
struct DraggedPage {
    static let columns = 200
    static let rows = 60
    /// Samples of a drag, one for each frame.
    static let samples = 60

    private var scene: Scene
    private var layouts = LayoutCache()

    init() {
        let pages = (0..<3).map(DraggedPage.page)
        scene = Scene(
            pages: pages.enumerated().map { WindowPage(index: PageIndex(Int64($0)), item: $0, page: $1) },
            position: Position(page: PageIndex(1)), origin: PageIndex(1), configuration: Configuration(.threePage),
            status: StatusLine(room: "bench", place: .listed(number: 2, count: 3), phase: .dragging, members: 2),
            borders: .unicode)
        scene.documents = Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0.document) })
        scene.theme = Theme.builtIn.first { $0.name == "gruvbox-dark" } ?? .standard
    }

    /// The picture of a sample; `samples` is a whole page.
    mutating func draw(_ sample: Int) -> Screen {
        let way = Position.unitsPerPage * Int64(sample) / Int64(DraggedPage.samples)
        scene.position = Position(page: PageIndex(1)) + Distance(units: way)
        return scene.draw(columns: DraggedPage.columns, rows: DraggedPage.rows, layouts: &layouts)
    }

    /// A page whose code fills the window.
    private static func page(_ number: Int) -> Page {
        let lines = (0..<54).map { line in
            "    case .open(let name) where name.count > \(line * 7 + number): return \"page \\(name) \(line)\" "
                + "// of \(line % 9) more, which is the longest part of the line"
        }
        let body = "```swift\n" + lines.joined(separator: "\n") + "\n```"
        let page = Page(id: PageID("code \(number)"), title: "Code \(number)", body: body, format: .markdown)
        return page.coloured
    }
}
