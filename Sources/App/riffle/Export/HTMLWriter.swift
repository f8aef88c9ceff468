import PagingContent

/// Writes a document as HTML. Every text is escaped, and addresses lead to the web or to mail only.
struct HTMLWriter {
    private(set) var html = ""
    /// Pauses so far.
    private(set) var steps = 0
    /// The files of pictures by their addresses.
    var files: [String: Asset] = [:]

    /// Escaped text, safe in elements and in quoted attributes. Scalars count: a mark with an accent is another character.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { html, scalar in
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }

    /// The attribute of an element that a step shows.
    private var step: String { steps > 0 ? " data-step=\"\(steps)\"" : "" }

    private mutating func element(_ name: String, _ attributes: String = "", _ inside: (inout HTMLWriter) -> Void) {
        html += "<\(name)\(attributes)>"
        inside(&self)
        html += "</\(name)>\n"
    }

    private mutating func write(_ blocks: [Document.Block]) {
        for block in blocks { write(block) }
    }

    mutating func write(_ block: Document.Block) {
        switch block {
        case .pause: steps += 1
        // The page's title is the first level.
        case .heading(let level, let text): element("h\(min(6, level + 1))", step) { $0.write(text) }
        case .paragraph(let text): element("p", step) { $0.write(text) }
        case .code(let code): write(code)
        case .quote(let blocks): element("blockquote", step) { $0.write(blocks) }
        case .alert(let alert, let blocks):
            element("blockquote", step) { writer in
                writer.html += "<strong>\(alert.rawValue.capitalized)</strong>\n"
                writer.write(blocks)
            }
        case .list(let start, let isTight, let items): write(items, from: start, isTight: isTight)
        case .table(let alignments, let header, let rows): write(alignments, header, rows)
        case .rule: html += "<hr\(step)>\n"
        case .columns(let columns):
            element("div", " class=\"columns\"") { writer in
                for column in columns {
                    writer.element("div", " style=\"flex: \(column.weight) 1 0\"") { $0.write(column.blocks) }
                }
            }
        case .aligned(let alignment, let blocks):
            element("div", " style=\"text-align: \(HTMLWriter.name(of: alignment))\"") { $0.write(blocks) }
        case .picture(let picture): write(picture)
        case .space(let lines): html += "<div style=\"height: \(lines)lh\"></div>\n"
        case .middle, .titlePage: break
        }
    }

    /// A picture as a part of the file, or its words where there is no file.
    private mutating func write(_ picture: Document.PictureBlock) {
        let words = HTMLWriter.escaped(picture.alternative)
        guard let file = files[picture.address] else { return element("p", step) { $0.html += "<em>\(words)</em>" } }
        let wishes = PictureAttributes(picture.attributes)
        let width = wishes.isFull ? 100 : wishes.widthPercent
        let style = width.map { " style=\"width: \($0)%; object-fit: contain\"" } ?? ""
        element("figure", step) {
            $0.html += "<img alt=\"\(words)\"\(style) src=\"data:image/\(file.kind.rawValue);base64,"
            $0.html += String(decoding: file.base64, as: UTF8.self) + "\">"
        }
    }

    private static func name(of alignment: Document.Alignment) -> String {
        switch alignment {
        case .leading: "left"
        case .centre: "center"
        case .trailing: "right"
        }
    }

    private mutating func write(_ items: [Document.Item], from start: Int?, isTight: Bool) {
        let name = start == nil ? "ul" : "ol"
        let attributes = (start.map { " start=\"\($0)\"" } ?? "") + (isTight ? " class=\"tight\"" : "")
        element(name, attributes + step) { writer in
            for item in items {
                writer.element("li", (item.isDone == nil ? "" : " class=\"task\"") + writer.step) { writer in
                    if let isDone = item.isDone { writer.html += isDone ? "☑ " : "☐ " }
                    writer.write(item.blocks)
                }
            }
        }
    }

    private mutating func write(
        _ alignments: [Document.Alignment], _ header: [[Document.Inline]], _ rows: [[[Document.Inline]]]
    ) {
        element("table", step) { writer in
            for (number, row) in ([header] + rows).enumerated() {
                writer.element("tr") { writer in
                    for (cell, alignment) in zip(row, alignments) {
                        let style = " style=\"text-align: \(HTMLWriter.name(of: alignment))\""
                        writer.element(number == 0 ? "th" : "td", style) { $0.write(cell) }
                    }
                }
            }
        }
    }

    private mutating func write(_ code: Document.CodeBlock) {
        let attributes = CodeAttributes(code.attributes)
        let first = attributes.groups.isEmpty ? "" : " data-first=\"\(steps)\""
        html += "<pre\(attributes.hasLineNumbers ? " class=\"numbered\"" : "")\(first)\(step)><code>"
        var lines = [""]
        var rest = code.text.unicodeScalars[...]
        for span in code.spans + [CodeSpan(length: rest.count, token: nil)] where !rest.isEmpty {
            let text = String(rest.prefix(span.length))
            rest = rest.dropFirst(span.length)
            for (place, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if place > 0 { lines.append("") }
                let part = HTMLWriter.escaped(String(part))
                lines[lines.count - 1] +=
                    span.token.map { part.isEmpty ? "" : "<span class=\"\($0)\">\(part)</span>" } ?? part
            }
        }
        html += lines.enumerated().map { number, line in
            let lit = attributes.groups.map { $0.contains(number + 1) ? "1" : "0" }.joined()
            return "<span class=\"line\"\(lit.isEmpty ? "" : " data-lit=\"\(lit)\"")>\(line)</span>"
        }.joined(separator: "\n")
        html += "</code></pre>\n"
        steps += attributes.steps
    }

    private mutating func write(_ inlines: [Document.Inline]) {
        for inline in inlines { write(inline) }
    }

    private mutating func write(_ inline: Document.Inline) {
        switch inline {
        case .text(let text): html += HTMLWriter.escaped(text)
        case .softBreak: html += "\n"
        case .lineBreak: html += "<br>"
        case .code(let text): html += "<code>\(HTMLWriter.escaped(text))</code>"
        case .emphasis(let inside): within("em", inside)
        case .strong(let inside): within("strong", inside)
        case .struck(let inside): within("s", inside)
        case .link(let inside, let address):
            guard let address = LinkAddress(address) else { return write(inside) }
            html += "<a href=\"\(HTMLWriter.escaped(address.text))\" rel=\"noreferrer\">"
            write(inside)
            html += "</a>"
        case .image(let text): html += "<em>\(HTMLWriter.escaped(text))</em>"
        }
    }

    private mutating func within(_ name: String, _ inside: [Document.Inline]) {
        html += "<\(name)>"
        write(inside)
        html += "</\(name)>"
    }
}
