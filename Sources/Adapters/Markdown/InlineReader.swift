import PagingContent

/// Converts the inline nodes of a paragraph, a heading or a cell to inline elements of a document.
struct InlineReader {
    static func inlines(below node: MarkdownNode) -> [Document.Inline] {
        InlineReader(depth: 0, isInLink: false).inlines(below: node)
    }

    /// Number of enclosing emphases and links.
    private let depth: Int
    /// Whether a link encloses the text; bare addresses in a link are plain text.
    private let isInLink: Bool

    private func inlines(below node: MarkdownNode) -> [Document.Inline] {
        var inlines: [Document.Inline] = []
        for child in node.children {
            let read = inline(child)
            if case .text(let more)? = read.first, case .text(let text)? = inlines.last {
                // A removed tag separated the two texts.
                inlines[inlines.count - 1] = .text(text + more)
                inlines += read.dropFirst()
            } else {
                inlines += read
            }
        }
        return inlines
    }

    private func inline(_ node: MarkdownNode) -> [Document.Inline] {
        switch node.kind {
        case "text": return text(node.literal.shownInLine)
        case "softbreak": return [.softBreak]
        case "linebreak": return [.lineBreak]
        case "code": return [.code(node.literal.shownInLine)]
        case "html_inline": return HTMLText.isLineBreak(node.literal) ? [.lineBreak] : []
        case "footnote_reference": return [.text("[\(node.literal.shownInLine)]")]
        case "image": return [.image(node.plainText)]
        case "emph", "strong", "strikethrough", "link":
            guard depth < MarkdownCost.depth else { return text(node.plainText) }
            return [marked(node)]
        default: return text(node.plainText)
        }
    }

    private func text(_ text: String) -> [Document.Inline] {
        // The words of a link are a level deeper.
        isInLink || depth >= MarkdownCost.depth ? [.text(text)] : WebAddress.links(in: text)
    }

    private func marked(_ node: MarkdownNode) -> Document.Inline {
        let isLink = node.kind == "link"
        let inside = InlineReader(depth: depth + 1, isInLink: isInLink || isLink).inlines(below: node)
        switch node.kind {
        case "emph": return .emphasis(inside)
        case "strong": return .strong(inside)
        case "strikethrough": return .struck(inside)
        default:
            let address = node.address.shownInLine
            return .link(inside.isEmpty ? [.text(address)] : inside, address: address)
        }
    }
}
