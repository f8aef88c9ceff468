import PagingEngine

/// Reads values from bytes that anyone may have written. Integers have their most significant byte first.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The remaining bytes.
    var remainder: [UInt8] { Array(rest) }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
        bytes(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
    }

    /// Text behind a byte with its length.
    mutating func text() -> String? {
        guard let count = integer(UInt8.self), let bytes = bytes(Int(count)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    mutating func node() -> NodeID? { integer(UInt64.self).flatMap { NodeID($0) } }

    /// Milliseconds from 0 to `ClockReading.largestMilliseconds`.
    mutating func time() -> Instant? {
        integer(UInt64.self).flatMap { $0 <= UInt64(ClockReading.largestMilliseconds) ? Int64($0) : nil }
            .map { Instant(milliseconds: $0) }
    }
}

extension [UInt8] {
    mutating func append(integer value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func append(time: Instant) { append(integer: UInt64(bitPattern: time.milliseconds)) }

    /// Text of at most 255 bytes behind a byte with its length.
    mutating func append(text: String) {
        append(UInt8(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
