package import PagingContent
import Platform
package import TerminalView

/// Pictures of assets: in cells, and as files for terminals that show pixels. It keeps what it has drawn, within bounds.
///
/// `@unchecked Sendable`: `data` is called by those who draw only, and they draw on one thread; everything else is locked.
package final class AssetPictures: PictureSource, @unchecked Sendable {
    private struct CellKey: Hashable {
        let asset: AssetName
        let columns: Int
        let rows: Int
        let style: PictureStyle
    }

    private struct PixelKey: Hashable {
        let asset: AssetName
        let form: PixelForm
        let columns: Int
        let rows: Int
    }

    private struct Kept {
        var cells: [CellKey: CellPicture] = [:]
        var cellCount = 0
        var files: [PixelKey: [UInt8]] = [:]
        var fileBytes = 0
        /// Assets that are no pictures, so that they are not decoded again for each frame.
        var broken: Set<AssetName> = []
        /// The picture that was decoded last: windows ask for it in several sizes.
        var decoded: (asset: AssetName, pixels: Pixels)?
        var revision = 0
    }

    /// Cells of 40 bytes each: a hundred pictures of 100 by 40.
    private static let mostCells = 400_000
    private static let mostFileBytes = 16 << 20
    private static let mostBroken = 1_000

    private let data: (AssetName) -> [UInt8]?
    private let limits: PictureLimits
    private let kept = Locked(Kept())

    /// - Parameter data: the bytes of an asset, when they are there.
    package init(limits: PictureLimits = .viewer, data: @escaping (AssetName) -> [UInt8]?) {
        self.limits = limits
        self.data = data
    }

    /// Counts the changes of what there is to draw.
    package var revision: Int { kept.withLock { $0.revision } }

    /// Assets have arrived: pages with pictures are drawn again.
    package func assetsChanged() {
        kept.withLock { $0.revision += 1 }
    }

    /// The pictures for a scene.
    package func supply(_ style: PictureStyle) -> PictureSupply {
        PictureSupply(self, style: style, revision: revision)
    }

    package func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture? {
        guard style != .words, (1...Screen.bound).contains(columns), (1...Screen.bound).contains(rows) else {
            return nil
        }
        let key = CellKey(asset: asset, columns: columns, rows: rows, style: style)
        if let known = kept.withLock({ $0.cells[key] }) { return known }
        guard let pixels = pixels(of: asset) else { return nil }
        let drawn = pixels.cells(columns: columns, rows: rows, hasColours: style == .blocks)
        let picture = CellPicture(
            columns: columns, rows: rows, symbols: drawn.symbols, inks: drawn.inks, grounds: drawn.grounds)
        kept.withLock { kept in
            if kept.cellCount + columns * rows > AssetPictures.mostCells { (kept.cells, kept.cellCount) = ([:], 0) }
            kept.cells[key] = picture
            kept.cellCount += columns * rows
        }
        return picture
    }

    /// The bytes of a picture in a form that a terminal shows; nil where there are none.
    ///
    /// - Parameters:
    ///   - columns: cells that the picture covers; only sixels have to know.
    ///   - rows: likewise.
    package func file(of asset: AssetName, as form: PixelForm, columns: Int, rows: Int) -> [UInt8]? {
        var key = PixelKey(asset: asset, form: form, columns: 0, rows: 0)
        if case .sixels = form { key = PixelKey(asset: asset, form: form, columns: columns, rows: rows) }
        if let known = kept.withLock({ $0.files[key] }) { return known }
        // Decoding first: a terminal is to get no file that is not a picture.
        guard let pixels = pixels(of: asset), let file = try? file(pixels, asset, form, columns, rows) else {
            return nil
        }
        kept.withLock { kept in
            if kept.fileBytes + file.count > AssetPictures.mostFileBytes { (kept.files, kept.fileBytes) = ([:], 0) }
            kept.files[key] = file
            kept.fileBytes += file.count
        }
        return file
    }

    private func file(
        _ pixels: Pixels, _ asset: AssetName, _ form: PixelForm, _ columns: Int, _ rows: Int
    ) throws(PictureError) -> [UInt8]? {
        let original = data(asset)
        switch form {
        case .png:
            if let original, PictureKind(original) == .png { return original }
            return try pixels.png()
        case .original: return original
        case .sixels(let width, let height):
            return try pixels.sixels(columns: columns, rows: rows, cell: (width, height))
        }
    }

    private func pixels(of asset: AssetName) -> Pixels? {
        if let known = kept.withLock({ $0.decoded }), known.asset == asset { return known.pixels }
        guard !kept.withLock({ $0.broken.contains(asset) }), let bytes = data(asset) else { return nil }
        guard let pixels = try? Pixels(bytes, limits: limits) else {
            kept.withLock { kept in
                if kept.broken.count >= AssetPictures.mostBroken { kept.broken = [] }
                kept.broken.insert(asset)
            }
            return nil
        }
        kept.withLock { $0.decoded = (asset, pixels) }
        return pixels
    }
}

/// A form in which a terminal takes the pixels of a picture.
package enum PixelForm: Hashable, Sendable {
    case png
    /// The file as it is, PNG or JPEG.
    case original
    /// For cells of so many pixels.
    case sixels(cellWidth: Int, cellHeight: Int)
}
