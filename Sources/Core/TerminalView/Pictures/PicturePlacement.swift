package import PagingContent

/// A picture that is wholly in view, in cells of the screen.
package struct PicturePlacement: Hashable, Sendable {
    package let asset: AssetName
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int

    package init(asset: AssetName, column: Int, row: Int, columns: Int, rows: Int) {
        self.asset = asset
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    func moved(columns: Int, rows: Int) -> PicturePlacement {
        PicturePlacement(
            asset: asset, column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
    }

    /// The cells that it covers.
    package var area: ScreenArea { ScreenArea(column: column, row: row, columns: columns, rows: rows) }
}

/// The part of a picture that one line of a text holds.
struct PictureSlice: Hashable, Sendable {
    let asset: AssetName
    let columns: Int
    let rows: Int
    /// The row of the picture, from 0.
    let row: Int
    /// Columns of the line before it.
    var column: Int
}
