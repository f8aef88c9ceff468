package import PagingEngine

/// The content of one page.
package struct Page: Hashable, Sendable {
    package var id: PageID
    /// The title, in one line; for a deck page its first heading, if it has one.
    package var title: String
    /// The text, with its lines divided by `\n`.
    package var body: String
    /// The format of the body.
    package var format: PageFormat
    /// The number of pauses in the body; with 0 the page shows the whole body at once.
    package var steps: Int
    /// Notes for presenters only; nil for everybody else.
    package var notes: String?
    /// Colours of the code in the body (`CodeColours`); nil without any.
    package var colours: String?
    /// The theme of its deck (`Theme.text`); nil where it has none.
    package var theme: String?
    /// The pictures in the body whose bytes are assets of the room; at most `mostPictures`.
    package var pictures: [PagePicture] = []

    /// Pictures of one page.
    package static let mostPictures = 64

    package init(
        id: PageID, title: String, body: String = "", format: PageFormat = .plain, steps: Int = 0, notes: String? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.format = format
        self.steps = steps
        self.notes = notes
    }

    /// Bytes of UTF-8 in its texts.
    package var byteCount: Int {
        id.text.utf8.count + title.utf8.count + body.utf8.count + (notes?.utf8.count ?? 0) + (colours?.utf8.count ?? 0)
            + (theme?.utf8.count ?? 0) + pictures.reduce(0) { $0 + $1.address.utf8.count + $1.asset.text.utf8.count }
    }
}

/// The format of a page's body.
package enum PageFormat: String, Hashable, Sendable, CaseIterable {
    /// Plain text that is shown unchanged, with its own line breaks.
    case plain
    /// CommonMark with the tables of GitHub; `<!-- pause -->` alone on a line divides the steps.
    case markdown
}
