package import PagingContent

extension Page {
    /// The page with colours for its code, which everybody sees then. Presenters add them, so that nobody has to look at a
    /// stranger's code for more than the spans.
    package var coloured: Page {
        guard format == .markdown, body.contains("```") || body.contains("~~~") else { return self }
        let blocks = Document(markdown: body).codeBlocks
        var page = self
        page.colours = CodeColours(blocks: blocks.map { CodeTokenizer.spans(of: $0.text, language: $0.language) }).text
        return page
    }

    /// The parsed body with the colours that came with it.
    package var document: Document {
        let document = Document(markdown: body)
        return colours.map { document.coloured(by: CodeColours($0)) } ?? document
    }
}
