package import PagingContent

extension Document {
    /// Parses CommonMark with GitHub's tables, strikethrough, task lists, footnotes and bare web addresses.
    ///
    /// Every text is a document; there are no errors. `<!-- pause -->` alone in its line is a pause. Other comments and
    /// HTML tags are removed and their text stays; `<br>` ends a line. Control characters, also those in entities,
    /// become U+FFFD, so that untrusted documents are safe to draw on a terminal. Parsing is bounded in time, depth and
    /// memory (`MarkdownCost`): quotes and lists deeper than 16 become plain text; above other limits tables or the
    /// whole text stay unformatted. Safe on any thread.
    package init(markdown text: String) {
        let cost = MarkdownCost(of: text)
        guard cost.isAffordable else {
            self.init([.code(CodeBlock(language: "", text: text.shownInLines))])
            return
        }
        let text = MathText.protected(text)
        self = MarkdownTree.read(text, hasTables: cost.hasAffordableTables) { BlockReader.document(below: $0) }
    }
}
