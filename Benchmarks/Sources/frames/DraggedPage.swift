import Markdown
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// A window on three pages, and a drag from the second to the third, sample by sample.
struct DraggedPage {
    static let columns = 200
    static let rows = 60
    /// Samples of a drag, one for each frame.
    static let samples = 60

    private var scene: Scene
    private var layouts = LayoutCache()

    private init(_ pages: [Page]) {
        scene = Scene(
            pages: pages.enumerated().map { WindowPage(index: PageIndex(Int64($0)), item: $0, page: $1) },
            position: Position(page: PageIndex(1)), origin: PageIndex(1), configuration: Configuration(.threePage),
            status: StatusLine(room: "bench", place: .listed(number: 2, count: 3), phase: .dragging, members: 2),
            borders: .unicode)
        scene.documents = Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0.document) })
        scene.theme = Theme.builtIn.first { $0.name == "gruvbox-dark" } ?? .standard
        scene.pictures = PictureSupply(NoisyPictures(), style: .blocks, revision: 0)
    }

    /// Pages full of highlighted code.
    static func code() -> DraggedPage { DraggedPage((0..<3).map(codePage)) }

    /// Pages with a picture of about 100 by 40 cells each, none of which has the colours of another.
    static func pictures() -> DraggedPage { DraggedPage((0..<3).map(picturePage)) }

    /// The picture of a sample; `samples` is a whole page.
    mutating func draw(_ sample: Int) -> Screen {
        let way = Position.unitsPerPage * Int64(sample) / Int64(DraggedPage.samples)
        scene.position = Position(page: PageIndex(1)) + Distance(units: way)
        return scene.draw(columns: DraggedPage.columns, rows: DraggedPage.rows, layouts: &layouts)
    }

    private static func codePage(_ number: Int) -> Page {
        let lines = (0..<54).map { line in
            "    case .open(let name) where name.count > \(line * 7 + number): return \"page \\(name) \(line)\" "
                + "// of \(line % 9) more, which is the longest part of the line"
        }
        let body = "```swift\n" + lines.joined(separator: "\n") + "\n```"
        let page = Page(id: PageID("code \(number)"), title: "Code \(number)", body: body, format: .markdown)
        return page.coloured
    }

    private static func picturePage(_ number: Int) -> Page {
        let body = "A picture, and some words above it.\n\n![noise](noise.png){width=51%}"
        var page = Page(id: PageID("picture \(number)"), title: "Picture \(number)", body: body, format: .markdown)
        guard let asset = AssetName(String(repeating: String(number), count: 64)) else { return page }
        page.pictures = [PagePicture(address: "noise.png", asset: asset, width: 800, height: 640)]
        return page
    }
}

/// Pictures of noise in half blocks: terminals get two colours for each cell, which is the most that a picture takes. Files are
/// decoded before a drag and not within it, so there are none here.
private final class NoisyPictures: PictureSource {
    func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture? {
        var state: UInt32 = 1
        let noise = { () -> Int32 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int32(state >> 8)
        }
        return CellPicture(
            columns: columns, rows: rows, symbols: Array(repeating: 0x2580, count: columns * rows),
            inks: (0..<columns * rows).map { _ in noise() }, grounds: (0..<columns * rows).map { _ in noise() })
    }
}
