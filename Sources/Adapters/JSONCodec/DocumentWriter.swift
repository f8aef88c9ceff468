package import PagingContent

/// Writes a document as one flat list of strings, which needs no depth to read: `(name` begins an element, `)` ends it,
/// `=text` is a text, and `!name` an element without content.
package enum DocumentWriter {
    package static func encode(_ document: Document) -> [UInt8] {
        var writer = JSONWriter([UInt8(ascii: "[")])
        if let footer = document.footer { writer.entry("!footer " + footer.text) }
        for block in document.blocks { write(block, to: &writer) }
        return writer.bytes + [UInt8(ascii: "]")]
    }

    private static func element(
        _ opening: String, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
    ) {
        writer.entry("(" + opening)
        body(&writer)
        writer.entry(")")
    }

    /// The text, with an element around each part with a colour, behind marks for its lines.
    private static func write(
        _ code: Document.CodeBlock, _ attributes: CodeAttributes, to writer: inout JSONWriter
    ) {
        if attributes.hasLineNumbers { writer.entry("!numbers") }
        if !attributes.groups.isEmpty { writer.entry("!lines " + attributes.groupText) }
        var rest = code.text.unicodeScalars[...]
        for span in code.spans where !rest.isEmpty {
            let text = String(rest.prefix(span.length))
            rest = rest.dropFirst(span.length)
            guard let token = span.token else {
                writer.entry("=" + text)
                continue
            }
            element("token \(token)", to: &writer) { $0.entry("=" + text) }
        }
        if !rest.isEmpty || code.text.isEmpty { writer.entry("=" + String(rest)) }
    }

    private static func write(_ block: Document.Block, to writer: inout JSONWriter) {
        switch block {
        case .heading(let level, let inlines):
            element("heading \(level)", to: &writer) { write(inlines, to: &$0) }
        case .paragraph(let inlines): element("paragraph", to: &writer) { write(inlines, to: &$0) }
        case .code(let code):
            let words = code.language.isEmpty ? "code" : "code \(code.language)"
            let attributes = CodeAttributes(code.attributes)
            element(words, to: &writer) { write(code, attributes, to: &$0) }
            for _ in 0..<attributes.steps { writer.entry("!pause") }
        case .quote(let blocks):
            element("quote", to: &writer) { writer in for block in blocks { write(block, to: &writer) } }
        case .list(let start, let isTight, let items):
            let words = ["list", isTight ? "tight" : "loose"] + (start.map { ["\($0)"] } ?? [])
            element(words.joined(separator: " "), to: &writer) { writer in
                for item in items { write(item, to: &writer) }
            }
        case .table(let columns, let header, let rows):
            let alignments = columns.map(letter).joined()
            element("table \(alignments)", to: &writer) { writer in
                for row in [header] + rows {
                    element("row", to: &writer) { writer in
                        for cell in row { element("cell", to: &writer) { write(cell, to: &$0) } }
                    }
                }
            }
        case .alert(let alert, let blocks):
            element("alert \(alert.rawValue)", to: &writer) { writer in
                for block in blocks { write(block, to: &writer) }
            }
        case .aligned(let alignment, let blocks):
            element("aligned \(letter(of: alignment))", to: &writer) { writer in
                for block in blocks { write(block, to: &writer) }
            }
        case .columns(let columns):
            element("columns", to: &writer) { writer in
                for column in columns {
                    element("column \(column.weight)", to: &writer) { writer in
                        for block in column.blocks { write(block, to: &writer) }
                    }
                }
            }
        case .picture(let picture):
            element("paragraph", to: &writer) { writer in
                element("picture \(picture.address)", to: &writer) { $0.entry("=" + picture.alternative) }
            }
        case .space, .middle, .titlePage: break
        case .rule: writer.entry("!rule")
        case .pause: writer.entry("!pause")
        }
    }

    private static func write(_ item: Document.Item, to writer: inout JSONWriter) {
        let state = item.isDone.map { $0 ? " done" : " open" } ?? ""
        element("item" + state, to: &writer) { writer in for block in item.blocks { write(block, to: &writer) } }
    }

    private static func letter(of alignment: Document.Alignment) -> String {
        switch alignment {
        case .leading: "l"
        case .centre: "c"
        case .trailing: "r"
        }
    }

    private static func write(_ inlines: [Document.Inline], to writer: inout JSONWriter) {
        for inline in inlines {
            switch inline {
            case .text(let text): writer.entry("=" + text)
            case .softBreak: writer.entry("!soft")
            case .lineBreak: writer.entry("!break")
            case .code(let text): element("literal", to: &writer) { $0.entry("=" + text) }
            case .emphasis(let inside): element("emphasis", to: &writer) { write(inside, to: &$0) }
            case .strong(let inside): element("strong", to: &writer) { write(inside, to: &$0) }
            case .struck(let inside): element("struck", to: &writer) { write(inside, to: &$0) }
            case .link(let inside, let address): element("link \(address)", to: &writer) { write(inside, to: &$0) }
            case .image(let text): element("image", to: &writer) { $0.entry("=" + text) }
            }
        }
    }
}
