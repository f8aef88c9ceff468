/// The document as a whole: the first line of what `riffle-paper` reads.
package struct PaperHeader: Hashable, Sendable {
    /// Version of the format.
    package static let version: Int64 = 1

    package var title: String
    package var author: String?
    /// Family of a font with letters of one width.
    package var font = PaperHeader.standardFont
    /// Size of the paper in points (1/72 inch).
    package var width = 960
    package var height = 540

    package static let standardFont = "DejaVu Sans Mono"

    package init(title: String) {
        self.title = title
    }
}

/// Limits of what is drawn, each with its reason.
package enum PaperLimits {
    /// Sheets of one document: a deck of 10,000 pages with notes.
    package static let sheets = 20_000
    /// Cells on one side of a sheet: those of the largest window.
    package static let side = 1_000
    /// Runs of one sheet: a picture in half-blocks has a run in nearly every cell, and may have 400 by 150.
    package static let runs = 65_536
    /// Pictures on one sheet.
    package static let pictures = 64
    /// Bytes of one line: a page of text is below 1 MiB, the rest is for pictures.
    package static let lineBytes = 48 << 20
    /// Bytes of UTF-8 in a text of one line.
    package static let textBytes = 8_192
    /// Points on one side of the paper.
    package static let points = 72...4_000
    /// Pixels of a picture that is written: 4 for each of a screen of 3840x2160.
    package static let pixels = 34_000_000
    /// Pixels of a drawing as a picture.
    package static let drawingPixels = 4_000_000
    /// Bytes of a drawing.
    package static let drawingBytes = 8 << 20
}
