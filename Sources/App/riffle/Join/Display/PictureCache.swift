import TerminalView

/// A drawn picture, which several terminals may show.
final class DrawnPicture {
    let screen: Screen
    fileprivate let number: Int
    private let cells: CellCount

    fileprivate init(_ screen: Screen, number: Int, _ cells: CellCount) {
        self.screen = screen
        self.number = number
        self.cells = cells
        cells.count += screen.count
    }

    deinit { cells.count -= screen.count }
}

/// Number of cells of all pictures of a cache that are in use.
private final class CellCount {
    var count = 0
}

/// Draws pictures. Those of terminals that show the same, in the same size, are drawn and compared once, and share
/// their memory.
final class PictureCache {
    /// A scene in a size.
    private struct Drawing {
        let scene: Scene
        let size: WindowSize
        let picture: DrawnPicture
    }

    private struct PictureChange {
        let old: Int?
        let new: Int
        let colours: ColourDepth
        let bytes: [UInt8]
    }

    /// Bytes of the changes kept for other terminals.
    private static let keptBytes = 1 << 20
    private static let keptChanges = 256
    /// Layouts of so many sizes.
    private static let keptLayouts = 32
    /// Share of the cells that is kept for other terminals.
    private static let keptShare = 20

    private let isShared: Bool
    private let mostCells: Int
    private let cells = CellCount()
    private var lastNumber = 0
    private var drawings: [Drawing] = []
    private var drawnCells = 0
    private var changes: [PictureChange] = []
    private var changedBytes = 0
    private var layouts: [WindowSize: LayoutCache] = [:]

    /// - Parameters:
    ///   - isShared: whether there are several terminals.
    ///   - mostCells: cells in use, of 24 bytes each, beyond which terminals do not keep their pictures.
    init(isShared: Bool, mostCells: Int = 8_000_000) {
        self.isShared = isShared
        self.mostCells = mostCells
    }

    /// Whether pictures take so much memory that a terminal is to forget its own, and to get the next one whole.
    var isFull: Bool { cells.count > mostCells }

    /// The picture of a view.
    func picture(of view: RoomViewModel, size: WindowSize, borders: Borders) -> DrawnPicture {
        guard isShared, let whole = view.commonScene(borders) else {
            return draw(size) { view.draw(columns: size.columns, rows: size.rows, borders: borders, layouts: &$0) }
        }
        let scene = whole.limitedToView(columns: size.columns, rows: size.rows)
        if let known = drawings.last(where: { $0.size == size && $0.scene == scene }) { return known.picture }
        let picture = draw(size) { scene.draw(columns: size.columns, rows: size.rows, layouts: &$0) }
        keep(Drawing(scene: scene, size: size, picture: picture))
        return picture
    }

    /// The bytes that change a terminal from one picture to another; see `ScreenDiff`.
    func bytes(from old: DrawnPicture?, to new: DrawnPicture, colours: ColourDepth) -> [UInt8] {
        if old === new { return [] }
        let known = changes.last { $0.new == new.number && $0.old == old?.number && $0.colours == colours }
        if let known { return known.bytes }
        let bytes = ScreenDiff.bytes(from: old?.screen, to: new.screen, colours: colours)
        if isShared { keep(PictureChange(old: old?.number, new: new.number, colours: colours, bytes: bytes)) }
        return bytes
    }

    private func draw(_ size: WindowSize, _ draw: (inout LayoutCache) -> Screen) -> DrawnPicture {
        if layouts[size] == nil, layouts.count >= (isShared ? Self.keptLayouts : 1) { layouts = [:] }
        lastNumber += 1
        return DrawnPicture(draw(&layouts[size, default: LayoutCache()]), number: lastNumber, cells)
    }

    private func keep(_ drawing: Drawing) {
        drawings.append(drawing)
        drawnCells += drawing.picture.screen.count
        while drawnCells > mostCells / Self.keptShare {
            drawnCells -= drawings.removeFirst().picture.screen.count
        }
    }

    private func keep(_ change: PictureChange) {
        changes.append(change)
        changedBytes += change.bytes.count
        while changedBytes > Self.keptBytes || changes.count > Self.keptChanges {
            changedBytes -= changes.removeFirst().bytes.count
        }
    }
}
