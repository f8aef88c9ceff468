import PagingContent

/// Converts the blocks of a Markdown tree to blocks of a document.
struct BlockReader {
    /// The document below `node`.
    static func document(below node: MarkdownNode) -> Document {
        let reader = BlockReader(depth: 0)
        let notes = node.children.filter(\.isFootnote)
        let parts = node.children.filter { !$0.isFootnote }.flatMap(reader.parts)
        var document = LayoutReader.document(of: parts)
        document.blocks += reader.footnotes(notes)
        return document
    }

    /// Number of enclosing quotes and lists.
    private let depth: Int

    private func blocks(_ nodes: [MarkdownNode]) -> [Document.Block] {
        let blocks = nodes.flatMap { $0.isFootnote ? [] : block($0) }
        return ListJoiner.joined(blocks + footnotes(nodes.filter(\.isFootnote)))
    }

    /// Blocks of one node, and the commands for the layout of a page.
    private func parts(_ node: MarkdownNode) -> [HTMLText.PagePart] {
        node.kind == "html_block" ? HTMLText(node.literal).parts : block(node).map { .block($0) }
    }

    /// A rule and the footnotes, which the parser puts in the order of their numbers.
    private func footnotes(_ nodes: [MarkdownNode]) -> [Document.Block] {
        guard !nodes.isEmpty else { return [] }
        return [.rule]
            + nodes.enumerated().flatMap { place, node in
                var blocks = BlockReader(depth: depth + 1).blocks(node.children)
                let mark = Document.Inline.text("[\(place + 1)] ")
                guard case .paragraph(let text)? = blocks.first else { return [.paragraph([mark])] + blocks }
                blocks[0] = .paragraph([mark] + text)
                return blocks
            }
    }

    /// Converts one node. Invisible nodes give no block; HTML with pauses gives several.
    private func block(_ node: MarkdownNode) -> [Document.Block] {
        switch node.kind {
        case "paragraph": return PictureReader.pictures(in: node) ?? paragraph(InlineReader.inlines(below: node))
        case "heading": return [.heading(level: node.headingLevel, InlineReader.inlines(below: node))]
        case "code_block": return [code(node)]
        case "html_block":
            return HTMLText(node.literal).parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
        case "thematic_break": return [.rule]
        case "table": return [table(node)]
        case "block_quote", "list":
            guard depth < MarkdownCost.depth else { return paragraph([.text(node.plainText)]) }
            let inside = BlockReader(depth: depth + 1)
            return [node.kind == "list" ? inside.list(node) : inside.quote(node)]
        default: return paragraph([.text(node.plainText)])
        }
    }

    private func paragraph(_ inlines: [Document.Inline]) -> [Document.Block] {
        let isBlank = inlines.allSatisfy { $0 == .softBreak || $0 == .lineBreak || $0 == .text("") }
        return isBlank ? [] : [.paragraph(inlines)]
    }

    private func code(_ node: MarkdownNode) -> Document.Block {
        var text = node.literal.shownInLines
        if text.last == "\n" { text.removeLast() }
        let words = node.fenceInfo.split(maxSplits: 1, whereSeparator: \.isWhitespace).map { String($0).shownInLine }
        return .code(
            Document.CodeBlock(language: words.first ?? "", attributes: words.dropFirst().first ?? "", text: text))
    }

    /// A quote, or an alert where its first line is a mark of GitHub's such as `[!NOTE]`.
    private func quote(_ node: MarkdownNode) -> Document.Block {
        var blocks = blocks(node.children)
        guard case .paragraph(let inlines)? = blocks.first, case .text(let mark)? = inlines.first,
            let alert = Document.Alert(mark: mark), inlines.count == 1 || inlines[1] == .softBreak
        else { return .quote(blocks) }
        let rest = Array(inlines.dropFirst(2))
        blocks.replaceSubrange(0..<1, with: rest.isEmpty ? [] : [.paragraph(rest)])
        return .alert(alert, blocks)
    }

    private func list(_ node: MarkdownNode) -> Document.Block {
        let items = node.children.map { Document.Item(blocks($0.children), isDone: $0.isDone) }
        return .list(start: node.listStart, isTight: node.isTight, items)
    }

    private func table(_ node: MarkdownNode) -> Document.Block {
        let columns = node.tableAlignments.map { letter -> Document.Alignment in
            switch letter {
            case UInt8(ascii: "c"): .centre
            case UInt8(ascii: "r"): .trailing
            default: .leading
            }
        }
        var rows = node.children.map { row in
            var cells = row.children.prefix(columns.count).map { InlineReader.inlines(below: $0) }
            while cells.count < columns.count { cells.append([]) }
            return cells
        }
        let header = rows.isEmpty ? columns.map { _ in [] } : rows.removeFirst()
        return .table(columns: columns, header: header, rows: rows)
    }
}

/// Joins the parts of a list that pauses separate.
///
/// `<!-- pause -->` at the start of a line ends a list in CommonMark, so one list in the source becomes several. The
/// author means one list: each pause moves to the end of the item before it.
struct ListJoiner {
    /// Joins lists of one kind that only pauses separate.
    static func joined(_ blocks: [Document.Block]) -> [Document.Block] {
        var result: [Document.Block] = []
        var pauses = 0
        for block in blocks {
            if block == .pause {
                pauses += 1
                continue
            }
            if pauses > 0, let last = result.last, let one = joined(last, block, pauses: pauses) {
                result[result.count - 1] = one
            } else {
                result += Array(repeating: .pause, count: pauses) + [block]
            }
            pauses = 0
        }
        return result + Array(repeating: .pause, count: pauses)
    }

    /// Joins two lists if both have bullets, or if the numbers of the second continue those of the first.
    private static func joined(
        _ first: Document.Block, _ second: Document.Block, pauses: Int
    ) -> Document.Block? {
        guard case .list(let start, let isTight, var items) = first,
            case .list(let next, let staysTight, let more) = second, next == start.map({ $0 + items.count }),
            !items.isEmpty
        else { return nil }
        items[items.count - 1].blocks += Array(repeating: .pause, count: pauses)
        return .list(start: start, isTight: isTight && staysTight, items + more)
    }
}

extension Document.Alert {
    /// The alert of a mark such as `[!NOTE]`; nil for other texts.
    fileprivate init?(mark: String) {
        guard mark.hasPrefix("[!"), mark.hasSuffix("]") else { return nil }
        self.init(rawValue: mark.dropFirst(2).dropLast().lowercased())
    }
}
