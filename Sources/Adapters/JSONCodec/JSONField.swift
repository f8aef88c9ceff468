import CJSON

/// Lookup of single fields in the JSON of other servers, for load tests. Accepts any JSON that the library accepts.
package enum JSONField {
    /// Levels of nested objects and lists; deeper input is no message.
    private static let depth: Int32 = 64

    /// The text of the field `name` at the top level of `message`: a string as it is, a number as its digits.
    ///
    /// Returns nil when `message` is no JSON object, or the field is missing or has another type.
    package static func text(_ name: String, in message: UnsafeRawBufferPointer) -> String? {
        guard let tokener = json_tokener_new_ex(depth) else {
            preconditionFailure("Expected memory for a JSON parser, got none.")
        }
        defer { json_tokener_free(tokener) }
        let start = message.assumingMemoryBound(to: CChar.self).baseAddress
        guard let count = Int32(exactly: message.count), count > 0,
            let root = json_tokener_parse_ex(tokener, start, count)
        else { return nil }
        defer { json_object_put(root) }
        var value: OpaquePointer?
        guard json_object_get_type(root) == json_type_object, json_object_object_get_ex(root, name, &value) != 0,
            let value
        else { return nil }
        switch json_object_get_type(value) {
        case json_type_string:
            guard let text = json_object_get_string(value) else { return nil }
            let length = Int(json_object_get_string_len(value))
            return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
        case json_type_int, json_type_double: return json_object_get_string(value).map { String(cString: $0) }
        default: return nil
        }
    }
}
