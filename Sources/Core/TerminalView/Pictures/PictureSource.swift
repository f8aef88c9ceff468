package import PagingContent

/// The characters that pictures are drawn with.
package enum PictureStyle: Hashable, Sendable {
    /// Half blocks, each with two colours.
    case blocks
    /// Printable ASCII without colours.
    case letters
    /// None: the words in place of each picture.
    case words
}

/// A source of pictures in cells. It keeps what it has drawn, so that a frame of a movement costs nothing more.
package protocol PictureSource: AnyObject, Sendable {
    /// The picture of an asset in so many cells; nil where its bytes are not there, or are no picture.
    func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture?
}

/// The pictures that a scene may draw. Two are equal where they draw the same: `revision` counts the assets that have arrived.
package struct PictureSupply: Hashable, Sendable {
    package let source: any PictureSource
    package let style: PictureStyle
    private let revision: Int

    package init(_ source: any PictureSource, style: PictureStyle, revision: Int) {
        self.source = source
        self.style = style
        self.revision = revision
    }

    func cells(of asset: AssetName, columns: Int, rows: Int) -> CellPicture? {
        style == .words ? nil : source.cells(of: asset, columns: columns, rows: rows, style: style)
    }

    /// Whether pictures have a place of their own.
    var hasPictures: Bool { style != .words }

    package static func == (one: PictureSupply, other: PictureSupply) -> Bool {
        one.source === other.source && one.style == other.style && one.revision == other.revision
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(style)
        hasher.combine(revision)
    }
}
