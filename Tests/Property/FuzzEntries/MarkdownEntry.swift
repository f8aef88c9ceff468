import Markdown
import PagingContent

/// Page bodies from the network: every text gives a document of bounded depth without control characters.
enum MarkdownEntry {
    static func enter(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let document = Document(markdown: text)
        for block in document.blocks { check(block, depth: 0) }
        for (place, code) in document.codeBlocks.enumerated() {
            let language = CodeTokenizer.languages[(bytes.count + place) % CodeTokenizer.languages.count]
            let spans = CodeTokenizer.spans(of: code.text, language: language)
            precondition(spans.allSatisfy { $0.length > 0 }, "no span is empty")
            let length = spans.reduce(0) { $0 + $1.length }
            precondition(length == code.text.unicodeScalars.count, "\(language): all code is in spans")
            _ = document.coloured(by: CodeColours(code.text))
        }
    }

    private static func check(_ block: Document.Block, depth: Int) {
        precondition(depth <= 16, "expected a depth of at most 16: drawing is recursive")
        switch block {
        case .heading(let level, let inlines):
            precondition((1...6).contains(level), "a level of CommonMark")
            check(inlines, depth: 0)
        case .paragraph(let inlines): check(inlines, depth: 0)
        case .code(let code): check(code.language, code.attributes, code.text.filter { $0 != "\n" && $0 != "\t" })
        case .quote(let blocks), .alert(_, let blocks): for block in blocks { check(block, depth: depth + 1) }
        // Only a page has columns, and only a page or a column has alignments.
        case .columns(let columns): for block in columns.flatMap(\.blocks) { check(block, depth: depth) }
        case .aligned(_, let blocks): for block in blocks { check(block, depth: depth) }
        case .picture(let picture): check(picture.address, picture.alternative, picture.attributes)
        case .list(_, _, let items):
            for block in items.flatMap(\.blocks) { check(block, depth: depth + 1) }
        case .table(let columns, let header, let rows):
            for row in [header] + rows {
                precondition(row.count == columns.count, "a cell for each column")
                for cell in row { check(cell, depth: 0) }
            }
        case .rule, .pause, .space, .middle, .titlePage: break
        }
    }

    private static func check(_ inlines: [Document.Inline], depth: Int) {
        precondition(depth <= 16, "expected a depth of at most 16: drawing is recursive")
        for inline in inlines {
            switch inline {
            case .text(let text), .code(let text), .image(let text): check(text)
            case .softBreak, .lineBreak: break
            case .emphasis(let inside), .strong(let inside), .struck(let inside): check(inside, depth: depth + 1)
            case .link(let inside, let address):
                check(address)
                check(inside, depth: depth + 1)
            }
        }
    }

    private static func check(_ texts: String...) {
        let isCommand = texts.joined().unicodeScalars.contains { $0.properties.generalCategory == .control }
        precondition(!isCommand, "no text commands a terminal")
    }
}
