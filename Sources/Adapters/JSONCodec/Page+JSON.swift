package import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

extension Page {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let id = try fields.text("id", bytes: Limits.pageIDBytes, .line)
        guard !id.isEmpty else { throw fields.error("id", "empty") }
        let title = try fields.text("title", bytes: Limits.titleBytes, .line)
        let body = try fields.textIfAny("body", bytes: JSONLimits.serverMessageBytes, .paragraphs) ?? ""
        let notes = try fields.textIfAny("notes", bytes: JSONLimits.serverMessageBytes, .paragraphs)
        self.init(
            id: PageID(id), title: title, body: body, format: try fields.wordIfAny("format") ?? .plain,
            steps: Int(try fields.integerIfAny("steps", 0...Int64(DeckLimits.steps)) ?? 0), notes: notes)
        theme = try fields.textIfAny("theme", bytes: Theme.mostBytes, .line)
        colours = try fields.textIfAny("colours", bytes: CodeColours.mostBytes, .line)
        pictures = try fields.pictures()
    }

    /// Writes the page's fields into the enclosing object.
    func write(to writer: inout JSONWriter) {
        writer.field("id", id.text)
        writer.field("title", title)
        writer.field("body", body)
        if format != .plain { writer.field("format", format) }
        if steps > 0 { writer.field("steps", steps) }
        writer.field("notes", ifAny: notes)
        writer.field("colours", ifAny: colours)
        writer.field("theme", ifAny: theme)
        guard !pictures.isEmpty else { return }
        writer.list("pictures", pictures) { writer, picture in writer.object { picture.write(to: &$0) } }
    }
}

extension WindowPage {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(index: try fields.page("page"), item: try fields.itemIfAny(), page: try Page(fields))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("page", index)
        writer.field("item", ifAny: item)
        page.write(to: &writer)
    }
}

/// The encoded document of a page (`DocumentWriter`); nil for a page without one.
package typealias DocumentSource = @Sendable (Page) -> [UInt8]?

extension FieldReader {
    /// Pages of a content; every id is unique.
    func pages() throws(DecodeError) -> [Page] {
        let pages = try list("pages", limit: Limits.pages) { page throws(DecodeError) in try Page(page) }
        var seen = Set<PageID>(minimumCapacity: pages.count)
        for (index, page) in pages.enumerated() where !seen.insert(page.id).inserted {
            throw DecodeError(place: .field("pages[\(index)].id"), reason: "another page has this id")
        }
        return pages
    }

    /// Slots of a window, or requested pages.
    func windowPages(_ name: StaticString) throws(DecodeError) -> [WindowPage] {
        try list(name, limit: Limits.requestedPages) { page throws(DecodeError) in try WindowPage(page) }
    }
}

extension JSONWriter {
    mutating func list(_ name: StaticString, _ pages: [WindowPage]) {
        // Documents do not make a message longer than clients must take.
        var room = JSONLimits.documentBytes
        list(name, pages) { writer, page in
            writer.object { writer in
                page.write(to: &writer)
                guard let document = writer.documents?(page.page), document.count <= room else { return }
                room -= document.count
                writer.field("document", encoded: document)
            }
        }
    }
}

extension PageNotes {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let id = try fields.text("id", bytes: Limits.pageIDBytes, .line)
        guard !id.isEmpty else { throw fields.error("id", "empty") }
        self.init(
            page: PageID(id), text: try fields.text("notes", bytes: JSONLimits.serverMessageBytes, .paragraphs))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("id", page.text)
        writer.field("notes", text)
    }
}

extension FieldReader {
    /// Titles in `tabs`; empty when the field is missing.
    func tabs() throws(DecodeError) -> [String] {
        guard has("tabs") else { return [] }
        return try list("tabs", limit: Limits.tabs) { tab throws(DecodeError) in
            try tab.text("title", bytes: Limits.titleBytes, .line)
        }
    }

    func positionIfAny(_ name: StaticString) throws(DecodeError) -> Position? {
        has(name) ? try position(name) : nil
    }
}

extension JSONWriter {
    /// Writes the titles of tabs; an empty list writes nothing.
    mutating func tabs(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        list("tabs", titles) { writer, title in writer.object { $0.field("title", title) } }
    }
}
