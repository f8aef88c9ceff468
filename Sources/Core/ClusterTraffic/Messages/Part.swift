/// One piece of a payload that is too large for one message. All pieces but the last have the same size, so the index
/// tells where a piece belongs.
package struct Part: Hashable, Sendable {
    /// The largest payload in parts.
    package static let maximumTotalBytes = 16 << 20
    static let maximumBytes = Envelope.maximumPayloadBytes

    /// The number of the message, which its sender gives to no other.
    package let number: UInt64
    package let index: Int
    /// Bytes of all parts.
    package let totalBytes: Int
    package let bytes: [UInt8]

    /// Nil where the values do not fit each other.
    package init?(number: UInt64, index: Int, totalBytes: Int, bytes: [UInt8]) {
        guard totalBytes > Part.maximumBytes, totalBytes <= Part.maximumTotalBytes,
            (0..<Part.count(totalBytes)).contains(index),
            bytes.count == min(Part.maximumBytes, totalBytes - index * Part.maximumBytes)
        else { return nil }
        self.number = number
        self.index = index
        self.totalBytes = totalBytes
        self.bytes = bytes
    }

    static func count(_ totalBytes: Int) -> Int { (totalBytes + maximumBytes - 1) / maximumBytes }

    /// The parts of a payload that is larger than one part and not too large for all.
    static func parts(of payload: [UInt8], number: UInt64) -> [Part] {
        (0..<count(payload.count)).compactMap { index in
            let bytes = payload[(index * maximumBytes)...].prefix(maximumBytes)
            return Part(number: number, index: index, totalBytes: payload.count, bytes: Array(bytes))
        }
    }
}
