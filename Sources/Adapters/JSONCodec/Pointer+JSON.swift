import PagingEngine
import PagingRoom
import PagingWire

extension Pointer {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            page: PageID(try fields.text("pageID", bytes: Limits.pageIDBytes, .line)),
            at: Int(try fields.integer("at", 0...Int64(Pointer.bound - 1))), by: try fields.member())
    }

    /// Writes the pointer's fields into the object around them.
    func write(to writer: inout JSONWriter) {
        writer.field("pageID", page.text)
        writer.field("at", at)
        writer.field("by", by)
    }
}
