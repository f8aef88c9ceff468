import PagingContent

extension String {
    /// The words of a title in Markdown: without marks of emphasis and code, and without the addresses of links. What looks like
    /// a tag stays, as `Array<Int>` does; so does the whole text where no word would be left.
    package var titleWords: String {
        // A character that means nothing in Markdown, in place of those that begin tags.
        let stand = "\u{E000}"
        let text = replacing("\\<", with: "<").replacing("<", with: stand)
        guard !contains(stand), case .heading(_, let inlines) = Document(markdown: "# \(text)").blocks.first else {
            return self
        }
        let words = inlines.map(\.words).joined().joinedLines.replacing(stand, with: "<")
        return words.isEmpty ? self : words
    }
}

extension Document.Inline {
    fileprivate var words: String {
        switch self {
        case .text(let text), .code(let text), .image(let text): text
        case .softBreak, .lineBreak: " "
        case .emphasis(let inside), .strong(let inside), .struck(let inside), .link(let inside, _):
            inside.map(\.words).joined()
        }
    }
}
