import CJSON

/// Values in the JSON of other programs, for load tests. Accepts any JSON that the library accepts.
package enum JSONContent {
    /// Levels of nested objects and lists; deeper input is no message.
    private static let depth: Int32 = 64

    /// The value at a JSON Pointer (RFC 6901): a string as it is, anything else as JSON. Nil when `message` is no JSON, or has
    /// no such value.
    package static func value(at pointer: String, in message: String) -> String? {
        var message = message
        return message.withUTF8 { bytes in
            parsed(UnsafeRawBufferPointer(bytes)) { root in
                var value: OpaquePointer?
                guard json_pointer_get(root, pointer, &value) == 0 else { return nil }
                return text(value)
            }
        }
    }

    /// The fields of a JSON object in the order of the text; nil for anything else.
    package static func fields(of message: [UInt8]) -> [(name: String, value: String)]? {
        message.withUnsafeBytes { bytes in
            parsed(bytes) { root in
                guard json_object_get_type(root) == json_type_object else { return nil }
                var fields: [(name: String, value: String)] = []
                var place = json_object_iter_begin(root)
                var end = json_object_iter_end(root)
                while json_object_iter_equal(&place, &end) == 0 {
                    if let name = json_object_iter_peek_name(&place) {
                        fields.append((String(cString: name), text(json_object_iter_peek_value(&place))))
                    }
                    json_object_iter_next(&place)
                }
                return fields
            }
        }
    }

    private static func parsed<Result>(
        _ message: UnsafeRawBufferPointer, _ read: (OpaquePointer) -> Result?
    ) -> Result? {
        guard let tokener = json_tokener_new_ex(depth) else {
            preconditionFailure("Expected memory for a JSON parser, got none.")
        }
        defer { json_tokener_free(tokener) }
        guard let count = Int32(exactly: message.count), count > 0,
            let root = json_tokener_parse_ex(
                tokener, message.assumingMemoryBound(to: CChar.self).baseAddress, count)
        else { return nil }
        defer { json_object_put(root) }
        return read(root)
    }

    /// A string as it is, anything else as JSON.
    private static func text(_ value: OpaquePointer?) -> String {
        guard let value else { return "null" }
        if json_object_get_type(value) == json_type_string, let start = json_object_get_string(value) {
            let count = Int(json_object_get_string_len(value))
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
        let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
        return json_object_to_json_string_ext(value, flags).map { String(cString: $0) } ?? "null"
    }
}
