import PagingContent

extension String {
    /// The words of a title in Markdown: without marks of emphasis and code, and without the addresses of links; the text itself
    /// where no word would be left.
    package var titleWords: String {
        guard case .heading(_, let inlines) = Document(markdown: "# \(self)").blocks.first else { return self }
        let words = inlines.map(\.words).joined().joinedLines
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
