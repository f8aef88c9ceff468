import CJSON

/// The fields of one object of a tree. It cannot be copied, so it does not outlive the tree it points into.
///
/// Faults name the field they met; objects within objects add their own name in front.
struct FieldReader: ~Copyable {
    private let object: OpaquePointer

    /// `object` must be a json-c object that lives as long as this reader.
    init(object: OpaquePointer) {
        self.object = object
    }

    func fault(_ name: StaticString, _ reason: String) -> DecodeError {
        DecodeError(place: .field(name.description), reason: reason)
    }

    func has(_ name: StaticString) -> Bool {
        json_object_object_get_ex(object, name.pointer, nil) != 0
    }

    /// An integer within `range`, or nil where there is no such field.
    func integerIfAny(_ name: StaticString, _ range: ClosedRange<Int64>) throws(DecodeError) -> Int64? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_int else { throw fault(name, "an integer is due") }
        let integer = json_object_get_int64(value)
        guard range.contains(integer) else {
            throw fault(name, "out of range, \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    func booleanIfAny(_ name: StaticString) throws(DecodeError) -> Bool? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_boolean else { throw fault(name, "true or false is due") }
        return json_object_get_boolean(value) != 0
    }

    /// A string of at most `bytes` bytes of UTF-8, or nil where there is no such field.
    func stringIfAny(_ name: StaticString, bytes: Int) throws(DecodeError) -> String? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_string else { throw fault(name, "a string is due") }
        let length = Int(json_object_get_string_len(value))
        guard length <= bytes else { throw fault(name, "longer than \(bytes) bytes") }
        guard let start = json_object_get_string(value) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    /// What `body` makes of the object in this field, or nil where there is no such field.
    func objectIfAny<Value>(
        _ name: StaticString, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_object else { throw fault(name, "an object is due") }
        do throws(DecodeError) {
            return try body(FieldReader(object: value))
        } catch {
            throw error.inside(name.description)
        }
    }

    /// What `body` makes of each object in this list of at most `limit`.
    func list<Value>(
        _ name: StaticString, limit: Int, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> [Value] {
        guard let list = try value(name) else { throw fault(name, "missing") }
        guard json_object_get_type(list) == json_type_array else { throw fault(name, "a list is due") }
        let count = json_object_array_length(list)
        guard count <= limit else { throw fault(name, "more than \(limit) entries") }
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let value = json_object_array_get_idx(list, index), json_object_get_type(value) == json_type_object
            else { throw DecodeError(place: .field("\(name)[\(index)]"), reason: "an object is due") }
            do throws(DecodeError) {
                values.append(try body(FieldReader(object: value)))
            } catch {
                throw error.inside("\(name)[\(index)]")
            }
        }
        return values
    }

    /// The value of a field, nil where there is no such field. `null` stands for nothing in this protocol.
    private func value(_ name: StaticString) throws(DecodeError) -> OpaquePointer? {
        var value: OpaquePointer?
        guard json_object_object_get_ex(object, name.pointer, &value) != 0 else { return nil }
        guard let value else { throw fault(name, "null is no value; leave the field out") }
        return value
    }
}

extension StaticString {
    /// The characters with a NUL behind them, which string literals always have.
    fileprivate var pointer: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
