/// Parameter of a statement in PostgreSQL's binary format: integers in network order; an array with its dimensions.
struct PostgresValue {
    /// Object identifiers of PostgreSQL's types.
    private enum TypeID {
        static let bool: UInt32 = 16
        static let bytes: UInt32 = 17
        static let int8: UInt32 = 20
        static let int4: UInt32 = 23
        static let text: UInt32 = 25
        static let boolArray: UInt32 = 1_000
        static let bytesArray: UInt32 = 1_001
        static let textArray: UInt32 = 1_009
        static let int8Array: UInt32 = 1_016
    }

    let type: UInt32
    /// Nil for NULL.
    let bytes: [UInt8]?

    private init(_ type: UInt32, _ bytes: [UInt8]?) {
        (self.type, self.bytes) = (type, bytes)
    }

    static func int8(_ value: Int64?) -> PostgresValue { PostgresValue(TypeID.int8, value.map { big($0) }) }

    static func int4(_ value: Int32) -> PostgresValue { PostgresValue(TypeID.int4, big(value)) }

    static func bool(_ value: Bool) -> PostgresValue { PostgresValue(TypeID.bool, [value ? 1 : 0]) }

    static func text(_ value: String) -> PostgresValue { PostgresValue(TypeID.text, Array(value.utf8)) }

    static func bytes(_ value: [UInt8]) -> PostgresValue { PostgresValue(TypeID.bytes, value) }

    static func int8s(_ values: some Collection<Int64>) -> PostgresValue {
        array(TypeID.int8Array, of: TypeID.int8, values, bytes: 12) { $1 += big(Int32(8)) + big($0) }
    }

    static func bools(_ values: some Collection<Bool>) -> PostgresValue {
        array(TypeID.boolArray, of: TypeID.bool, values, bytes: 5) { $1 += big(Int32(1)) + [$0 ? 1 : 0] }
    }

    static func texts(_ values: some Collection<String>) -> PostgresValue {
        array(TypeID.textArray, of: TypeID.text, values, bytes: 20) {
            $1 += big(Int32($0.utf8.count))
            $1 += $0.utf8
        }
    }

    static func byteStrings(_ values: some Collection<[UInt8]>) -> PostgresValue {
        let bytes = values.reduce(0) { $0 + $1.count + 4 }
        return array(TypeID.bytesArray, of: TypeID.bytes, values, reserving: bytes) {
            $1 += big(Int32($0.count))
            $1 += $0
        }
    }

    private static func array<Element>(
        _ type: UInt32, of element: UInt32, _ values: some Collection<Element>, bytes: Int,
        _ append: (Element, inout [UInt8]) -> Void
    ) -> PostgresValue {
        array(type, of: element, values, reserving: bytes * values.count, append)
    }

    private static func array<Element>(
        _ type: UInt32, of element: UInt32, _ values: some Collection<Element>, reserving bytes: Int,
        _ append: (Element, inout [UInt8]) -> Void
    ) -> PostgresValue {
        var array: [UInt8] = []
        array.reserveCapacity(20 + bytes)
        // One dimension, or none without elements; no NULL; the first index is 1.
        array += big(Int32(values.isEmpty ? 0 : 1)) + big(Int32(0)) + big(element)
        if !values.isEmpty { array += big(Int32(values.count)) + big(Int32(1)) }
        for value in values { append(value, &array) }
        return PostgresValue(type, array)
    }

    private static func big<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
