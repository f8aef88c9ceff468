package import PagingContent

extension Document {
    /// Reads CommonMark with GitHub's tables, strikethrough, task lists and bare web addresses.
    ///
    /// Every text is a document; nothing is thrown. `<!-- pause -->` alone in its line is a pause, other comments and
    /// the tags of HTML vanish, their text stays, `<br>` ends a line. Control characters, also those written as
    /// entities, become U+FFFD, so the document can be drawn on a terminal whoever wrote it. Reading is bounded in
    /// time, depth and memory (`MarkdownCost`): quotes and lists deeper than 16 are shown as their text, beyond other
    /// bounds tables or the whole text are shown as they stand. May be called from any thread.
    package init(markdown text: String) {
        let cost = MarkdownCost(of: text)
        guard cost.isAffordable else {
            self.init([.code(language: "", text: text.shownInLines)])
            return
        }
        self.init(MarkdownTree.read(text, hasTables: cost.hasAffordableTables) { BlockReader.blocks(below: $0) })
    }
}
