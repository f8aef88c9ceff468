import PagingContent

extension Document {
    var hasTable: Bool { everything.contains { if case .table = $0 { true } else { false } } }

    /// Blocks within blocks and marks within marks on the longest way down.
    var depth: Int { blocks.map(Document.depth).max() ?? 0 }

    /// The words of all texts.
    var words: [String] {
        everything.flatMap { block -> [String] in
            switch block {
            case .heading(_, let inlines), .paragraph(let inlines): inlines.map(Document.text)
            case .code(let code): [code.text]
            case .table(_, let header, let rows):
                ([header] + rows).flatMap { $0 }.map { $0.map(Document.text).joined() }
            default: []
            }
        }.flatMap { $0.split(separator: " ").map(String.init) }
    }

    private var everything: [Block] { blocks.flatMap(Document.flat) }

    private static func flat(_ block: Block) -> [Block] {
        switch block {
        case .quote(let blocks): [block] + blocks.flatMap(flat)
        case .list(_, _, let items): [block] + items.flatMap(\.blocks).flatMap(flat)
        default: [block]
        }
    }

    private static func depth(_ block: Block) -> Int {
        switch block {
        case .quote(let blocks): 1 + (blocks.map(depth).max() ?? 0)
        case .list(_, _, let items): 1 + (items.flatMap(\.blocks).map(depth).max() ?? 0)
        case .heading(_, let inlines), .paragraph(let inlines): 1 + (inlines.map(depth).max() ?? 0)
        default: 1
        }
    }

    private static func depth(_ inline: Inline) -> Int {
        switch inline {
        case .emphasis(let inside), .strong(let inside), .struck(let inside), .link(let inside, _):
            1 + (inside.map(depth).max() ?? 0)
        default: 1
        }
    }

    private static func text(_ inline: Inline) -> String {
        switch inline {
        case .text(let text), .code(let text), .image(let text): text
        case .softBreak, .lineBreak: " "
        case .emphasis(let inside), .strong(let inside), .struck(let inside), .link(let inside, _):
            inside.map(text).joined()
        }
    }
}
