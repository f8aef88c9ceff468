import CJSON

/// Single fields of JSON that is not Riffle's, for who measures other servers: what the library takes is good enough.
package enum JSONField {
    /// Objects and lists within each other; deeper ones are no message.
    private static let depth: Int32 = 64

    /// The field `name` at the top of a message that is one JSON object: a string as it is, a number in its digits; nil when
    /// there is none, it is something else, or the message is.
    package static func text(_ name: String, in message: UnsafeRawBufferPointer) -> String? {
        guard let tokener = json_tokener_new_ex(depth) else {
            preconditionFailure("There is no memory for a JSON reader.")
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
