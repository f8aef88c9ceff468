import PagingEngine
import PagingRoom
import PagingWire

extension PageNotes {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let id = try fields.text("id", bytes: Limits.pageIDBytes, .line)
        guard !id.isEmpty else { throw fields.fault("id", "empty") }
        self.init(
            page: PageID(id), text: try fields.text("notes", bytes: JSONLimits.serverMessageBytes, .paragraphs))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("id", page.text)
        writer.field("notes", text)
    }
}
