import CJSON
import PagingWire

/// The tree json-c builds of a line, freed when this value goes.
struct JSONTree: ~Copyable {
    private let root: OpaquePointer

    /// Reads a line that `JSONScanner` has passed.
    private init(_ line: UnsafeRawBufferPointer) throws(DecodeError) {
        // The scanner has checked the depth; the library wants a frame for each level and one for a value in the last.
        guard let tokener = json_tokener_new_ex(Int32(Limits.depth) + 1) else {
            preconditionFailure("There is no memory for a JSON reader.")
        }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
        let text = line.assumingMemoryBound(to: CChar.self).baseAddress
        guard let root = json_tokener_parse_ex(tokener, text, Int32(line.count)) else {
            let why = String(cString: json_tokener_error_desc(json_tokener_get_error(tokener)))
            throw DecodeError(place: .byte(json_tokener_get_parse_end(tokener)), reason: why)
        }
        self.root = root
    }

    deinit { json_object_put(root) }

    /// Checks `line`, builds its tree and hands the fields of its object to `body`, for as long as that runs.
    static func read<Value>(
        _ line: UnsafeRawBufferPointer, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        try JSONScanner.check(line)
        return try JSONTree(line).withFields(body)
    }

    /// Borrowing keeps the tree alive until `body` is done.
    private borrowing func withFields<Value>(
        _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        try body(FieldReader(object: root))
    }
}
