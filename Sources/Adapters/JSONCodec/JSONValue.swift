import CJSON

/// JSON of other programs that decides on rights: tokens and their keys. It is read as strictly as a message of the protocol.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// The fields of `text`, which is one object in UTF-8, by the rules of `JSONScanner`: a field that occurs twice, at any
    /// depth, is refused. The error is a sentence with the place, which repeats nothing but one character of the text.
    package static func fields(of text: [UInt8]) throws(JSONTextError) -> [String: JSONValue] {
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(DecodeError) in try JSONTree.fields(of: bytes) }
        }
        do throws(DecodeError) {
            return try result.get()
        } catch {
            throw JSONTextError(
                description: error.refusal.reason, isRepeated: error.reason == JSONScanner.repeatedField)
        }
    }

    /// Copies a value of json-c that `JSONScanner` has accepted.
    fileprivate init(_ value: OpaquePointer?) throws(DecodeError) {
        switch json_object_get_type(value) {
        case json_type_boolean: self = .boolean(json_object_get_boolean(value) != 0)
        case json_type_int, json_type_double: self = .number(json_object_get_double(value))
        case json_type_string:
            let bytes = UnsafeRawBufferPointer(
                start: json_object_get_string(value), count: Int(json_object_get_string_len(value)))
            self = .string(String(decoding: bytes, as: UTF8.self))
        case json_type_array:
            var list: [JSONValue] = []
            for index in 0..<json_object_array_length(value) {
                list.append(try JSONValue(json_object_array_get_idx(value, index)))
            }
            self = .list(list)
        case json_type_object: self = .object(try JSONValue.fields(of: value))
        default: self = .null
        }
    }

    fileprivate static func fields(of object: OpaquePointer?) throws(DecodeError) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        var place = json_object_iter_begin(object)
        var end = json_object_iter_end(object)
        while json_object_iter_equal(&place, &end) == 0 {
            let name = json_object_iter_peek_name(&place).map { String(cString: $0) } ?? ""
            // The scanner compares bytes; to Swift, other bytes can be the same text.
            guard fields.updateValue(try JSONValue(json_object_iter_peek_value(&place)), forKey: name) == nil else {
                throw DecodeError(place: .object, reason: JSONScanner.repeatedField)
            }
            json_object_iter_next(&place)
        }
        return fields
    }
}

/// Why a text is not one JSON object.
package struct JSONTextError: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether a field occurs twice in its object.
    package let isRepeated: Bool
}

extension JSONTree {
    fileprivate static func fields(of text: UnsafeRawBufferPointer) throws(DecodeError) -> [String: JSONValue] {
        try JSONScanner.check(text)
        return try JSONTree(text).withRoot { root throws(DecodeError) in try JSONValue.fields(of: root) }
    }
}
