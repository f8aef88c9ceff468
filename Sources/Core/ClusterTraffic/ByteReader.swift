package import PagingEngine

/// Reads values from bytes that anyone may have written. Integers have their most significant byte first.
package struct ByteReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    package var isAtEnd: Bool { rest.isEmpty }

    /// The remaining bytes.
    package var remainder: [UInt8] { Array(rest) }

    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    package mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
        bytes(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
    }

    /// Text behind a byte with its length.
    package mutating func text() -> String? {
        guard let count = integer(UInt8.self), let bytes = bytes(Int(count)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    package mutating func node() -> NodeID? { integer(UInt64.self).flatMap { NodeID($0) } }

    mutating func epoch() -> RoomEpoch? {
        guard let number = integer(UInt64.self), let owner = node() else { return nil }
        return RoomEpoch(number: number, owner: owner)
    }

    /// Milliseconds from 0 to `ClockReading.largestMilliseconds`.
    package mutating func time() -> Instant? {
        integer(UInt64.self).flatMap { $0 <= UInt64(ClockReading.largestMilliseconds) ? Int64($0) : nil }
            .map { Instant(milliseconds: $0) }
    }

    /// 0 or 1.
    package mutating func flag() -> Bool? {
        integer(UInt8.self).flatMap { $0 <= 1 ? $0 == 1 : nil }
    }

    /// A number of an event or of a request, from 0 to 2^53 − 1.
    package mutating func number() -> Int64? {
        integer(UInt64.self).flatMap { $0 < 1 << 53 ? Int64($0) : nil }
    }

    /// Bytes behind four with their length.
    package mutating func longBytes() -> [UInt8]? {
        integer(UInt32.self).flatMap { bytes(Int($0)) }.map { Array($0) }
    }

    /// At most `limit` byte strings, each behind four bytes with its length, all behind two with their count.
    package mutating func list(atMost limit: Int) -> [[UInt8]]? {
        guard let count = integer(UInt16.self), count <= limit else { return nil }
        var list: [[UInt8]] = []
        for _ in 0..<count {
            guard let bytes = longBytes() else { return nil }
            list.append(bytes)
        }
        return list
    }

    /// Text of at most `limit` bytes, behind four with its length.
    package mutating func longText(atMost limit: Int) -> String? {
        guard let count = integer(UInt32.self), count <= limit, let bytes = bytes(Int(count)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A value behind 1, or nil behind 0; false when the bytes are neither.
    package mutating func optional<Value>(_ read: (inout ByteReader) -> Value?, into value: inout Value?) -> Bool {
        guard let isThere = flag() else { return false }
        guard isThere else { return true }
        value = read(&self)
        return value != nil
    }
}

extension [UInt8] {
    package mutating func append(integer value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func append(epoch: RoomEpoch) {
        append(integer: epoch.number)
        append(integer: epoch.owner.number)
    }

    package mutating func append(time: Instant) { append(integer: UInt64(bitPattern: time.milliseconds)) }

    /// Text of at most 255 bytes behind a byte with its length.
    package mutating func append(text: String) {
        append(UInt8(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    package mutating func append(flag: Bool) { append(flag ? 1 : 0) }

    package mutating func append(number: Int64) { append(integer: UInt64(bitPattern: number)) }

    package mutating func append(longBytes bytes: [UInt8]) {
        append(integer: UInt32(clamping: bytes.count))
        self += bytes
    }

    package mutating func append(list: [[UInt8]]) {
        append(integer: UInt16(clamping: list.count))
        for bytes in list { append(longBytes: bytes) }
    }

    package mutating func append(longText text: String) { append(longBytes: Array(text.utf8)) }

    package mutating func append<Value>(optional value: Value?, _ write: (Value, inout [UInt8]) -> Void) {
        append(flag: value != nil)
        if let value { write(value, &self) }
    }
}
