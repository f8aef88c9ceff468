import PagingContent
import Paper
import TerminalView

/// Empty cells in the places of pictures: paper gets the pictures themselves.
final class PicturePlaces: PictureSource {
    func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture? {
        let count = columns * rows
        let none = [Int32](repeating: -1, count: count)
        return CellPicture(
            columns: columns, rows: rows, symbols: [UInt32](repeating: 0x20, count: count), inks: none, grounds: none)
    }
}

extension PaperPicture {
    init(_ asset: Asset, at place: PicturePlacement) {
        self.init(
            column: place.column, row: place.row, columns: place.columns, rows: place.rows,
            format: asset.kind == .png ? .png : .jpeg, base64: String(decoding: asset.base64, as: UTF8.self))
    }
}
