import PagingContent

/// Reads a paragraph that holds images only, each with attributes in braces behind it where it has any.
enum PictureReader {
    /// Longest address; that of a longer one could not travel with the page.
    private static let addressBytes = 2_048

    /// The pictures of a paragraph, one to each line; nil for a paragraph with anything else.
    static func pictures(in node: MarkdownNode) -> [Document.Block]? {
        var pictures: [Document.PictureBlock] = []
        // Whether the next node may be an image: at the beginning, and behind the end of a line.
        var mayBegin = true
        for child in node.children {
            switch child.kind {
            case "image" where mayBegin && child.address.utf8.count <= addressBytes:
                pictures.append(picture(child))
                mayBegin = false
            case "softbreak" where !mayBegin, "linebreak" where !mayBegin: mayBegin = true
            case "text" where !pictures.isEmpty && !mayBegin && pictures[pictures.count - 1].attributes.isEmpty:
                guard let words = words(inBraces: child.literal) else { return nil }
                pictures[pictures.count - 1].attributes = words
            default: return nil
            }
        }
        return pictures.isEmpty ? nil : pictures.map { .picture($0) }
    }

    private static func picture(_ node: MarkdownNode) -> Document.PictureBlock {
        let (alternative, attributes) = PictureAttributes.taken(fromAlternative: node.plainText)
        return Document.PictureBlock(
            address: node.address.shownInLine, alternative: alternative, attributes: attributes)
    }

    /// Nil for a text that is not in braces.
    private static func words(inBraces text: String) -> String? {
        let text = text.shownInLine
        guard text.first == "{", text.last == "}", text.utf8.count >= 2 else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
