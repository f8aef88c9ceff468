import PagingContent

/// Puts the blocks of a page into its columns and alignments.
struct LayoutReader {
    private var page: [Document.Block] = []
    private var footer: PageFooter?
    /// Blocks since the last command.
    private var run: [Document.Block] = []
    private var alignment = Document.Alignment.leading
    private var columns: [Document.Column] = []
    /// The column for blocks; nil before the first one is named, and without columns.
    private var column: Int?

    /// Returns a page with its blocks from top to bottom.
    static func document(of parts: [HTMLText.PagePart]) -> Document {
        var reader = LayoutReader()
        for part in parts { reader.read(part) }
        reader.endColumns()
        var document = Document(reader.page)
        document.footer = reader.footer
        return document
    }

    private mutating func read(_ part: HTMLText.PagePart) {
        switch part {
        case .block(let block): run.append(block)
        // Of the page as a whole, wherever they stand.
        case .command(.middle): mark(.middle)
        case .command(.titlePage): mark(.titlePage)
        case .command(.footer(let text)): footer = text.isEmpty ? nil : PageFooter(text.joinedLines)
        case .command(.space(let lines)): run.append(.space(lines: lines))
        case .command(.alignment(let next)):
            endRun()
            alignment = next
        case .command(.columnLayout(let weights)):
            endColumns()
            columns = weights.map { Document.Column(weight: $0, []) }
        case .command(.column(let next)):
            // A column that the layout does not have is none.
            guard columns.indices.contains(next) else { return }
            endRun()
            column = next
        case .command(.resetLayout): endColumns()
        }
    }

    private mutating func mark(_ mark: Document.Block) {
        endRun()
        page.append(mark)
    }

    private mutating func endRun() {
        let joined = ListJoiner.joined(run)
        run = []
        guard !joined.isEmpty else { return }
        let blocks = alignment == .leading ? joined : [.aligned(alignment, joined)]
        if let column { columns[column].blocks += blocks } else { page += blocks }
    }

    private mutating func endColumns() {
        endRun()
        if columns.contains(where: { !$0.blocks.isEmpty }) { page.append(.columns(columns)) }
        columns = []
        column = nil
    }
}
