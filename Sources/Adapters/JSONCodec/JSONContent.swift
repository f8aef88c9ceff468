import CJSON

/// Values in the JSON of other programs, for load tests. Accepts any JSON that the library accepts.
package enum JSONContent {
    /// Levels of nested objects and lists; deeper input is no message.
    private static let depth: Int32 = 64
    /// Objects and lists, and braces and brackets in strings, in one message; with more it is no message, as each takes a
    /// hundred bytes and more.
    package static let containers = 200_000

    /// The values at JSON Pointers (RFC 6901), in one pass: a string as it is, anything else as JSON. Nil for null, where there
    /// is no value, and for a message that is no JSON.
    package static func values(at pointers: [String], in message: String) -> [String?] {
        let none = [String?](repeating: nil, count: pointers.count)
        guard !pointers.isEmpty else { return none }
        var message = message
        let found = message.withUTF8 { bytes in
            parsed(UnsafeRawBufferPointer(bytes)) { root in
                pointers.map { pointer -> String? in
                    var value: OpaquePointer?
                    guard json_pointer_get(root, pointer, &value) == 0, let value else { return nil }
                    return text(value)
                }
            }
        }
        return found ?? none
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
            count <= containers
                || message.count(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) <= containers,
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
