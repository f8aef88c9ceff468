import CJSON
import PagingWire

/// Parse tree of one line by json-c, freed at the end of this value's lifetime.
struct JSONTree: ~Copyable {
    private let root: OpaquePointer

    /// Parses a line that `JSONScanner` has accepted.
    init(_ line: UnsafeRawBufferPointer) throws(DecodeError) {
        // The scanner has checked the depth. The library needs a frame for each level and one for a value in the last.
        guard let tokener = json_tokener_new_ex(Int32(Limits.depth) + 1) else {
            preconditionFailure("Expected memory for a JSON parser, got none.")
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

    /// Checks and parses `line`, and calls `body` with the fields of its object. The tree lives until `body` returns.
    static func read<Value>(
        _ line: UnsafeRawBufferPointer, containers: Int = JSONLimits.containers,
        _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        try JSONScanner.check(line, containers: containers)
        return try JSONTree(line).withRoot { root throws(DecodeError) in try body(FieldReader(object: root)) }
    }

    /// Borrows the tree, which keeps it alive until `body` returns.
    borrowing func withRoot<Value>(
        _ body: (OpaquePointer) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        try body(root)
    }
}
