import PagingContent

/// The links of a page to files.
struct DeckLinks {
    /// Their addresses without fragment and query, each once.
    static func files(in document: Document) -> [String] {
        var links = DeckLinks()
        links.read(document.blocks)
        return links.files
    }

    /// The lines, split as the readers of decks and scripts count them.
    static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// The position of `address` from line `start` on; the start of that line when the text does not contain it.
    static func place(of address: String, in lines: [Substring], from start: Int) -> (line: Int, column: Int) {
        for (place, line) in lines.enumerated().dropFirst(start - 1) {
            if let range = line.firstRange(of: address) { return (place + 1, line[..<range.lowerBound].count + 1) }
        }
        return (start, 1)
    }

    private var files: [String] = []

    private mutating func read(_ blocks: [Document.Block]) {
        for block in blocks {
            switch block {
            case .heading(_, let inlines), .paragraph(let inlines): read(inlines)
            case .quote(let inside): read(inside)
            case .list(_, _, let items): for item in items { read(item.blocks) }
            case .table(_, let header, let rows): for cell in ([header] + rows).joined() { read(cell) }
            case .code, .rule, .pause: break
            }
        }
    }

    private mutating func read(_ inlines: [Document.Inline]) {
        for inline in inlines {
            switch inline {
            case .emphasis(let inside), .strong(let inside), .struck(let inside): read(inside)
            case .link(_, let address):
                let path = String(address.prefix { $0 != "#" && $0 != "?" })
                let isElsewhere = path.isEmpty || path.hasPrefix("/") || path.contains(":")
                if !isElsewhere, !files.contains(path) { files.append(path) }
            case .text, .softBreak, .lineBreak, .code, .image: break
            }
        }
    }
}
