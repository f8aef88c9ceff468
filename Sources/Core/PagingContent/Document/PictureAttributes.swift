/// Wishes behind the address of a picture that stands alone: `{width=50%}`, `{full}`.
package struct PictureAttributes: Hashable, Sendable {
    /// Percent of the width of its place; nil without a wish.
    package private(set) var widthPercent: Int?
    /// Whether the picture takes all of its page, also where that makes it larger than it is.
    package private(set) var isFull = false

    /// Reads words divided by blanks or commas; other words are ignored.
    package init(_ text: some StringProtocol) {
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            if word == "full" {
                isFull = true
            } else if word.hasPrefix("width="), word.hasSuffix("%"),
                let percent = Int(word.dropFirst(6).dropLast()), (1...100).contains(percent)
            {
                widthPercent = percent
            }
        }
    }

    /// The words for a picture of which the alternative text has wishes, and the rest of that text: `full` alone, and
    /// presenterm's `image:width:50%`.
    package static func taken(fromAlternative text: String) -> (alternative: String, attributes: String) {
        if text == "full" { return ("", "full") }
        for mark in ["image:width:", "image:w:"] where text.hasPrefix(mark) {
            let value = text.dropFirst(mark.count).prefix { !$0.isWhitespace }
            guard let percent = Int(value.dropLast()), value.last == "%", (1...100).contains(percent) else { continue }
            return (text.dropFirst(mark.count + value.count).trimmed, "width=\(percent)%")
        }
        return (text, "")
    }
}

extension Document {
    /// The pictures that stand alone, in their order.
    package var pictures: [PictureBlock] { Document.pictures(in: blocks) }

    private static func pictures(in blocks: [Block]) -> [PictureBlock] {
        blocks.flatMap { block -> [PictureBlock] in
            switch block {
            case .picture(let picture): [picture]
            case .quote(let inside), .alert(_, let inside), .aligned(_, let inside): pictures(in: inside)
            case .columns(let columns): columns.flatMap { pictures(in: $0.blocks) }
            case .list(_, _, let items): items.flatMap { pictures(in: $0.blocks) }
            default: []
            }
        }
    }

    /// The only block of the page, where that is a picture.
    package var onlyPicture: PictureBlock? {
        let shown = blocks.filter { $0 != .pause && $0 != .middle }
        guard shown.count == 1 else { return nil }
        switch shown[0] {
        case .picture(let picture): return picture
        case .aligned(_, let inside): return Document(inside).onlyPicture
        default: return nil
        }
    }
}
