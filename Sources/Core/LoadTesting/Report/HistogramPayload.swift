/// A distribution in HdrHistogram's interchange form, version 2 (HdrHistogram, AbstractHistogram.encodeIntoByteBuffer):
/// a head, then the counts of all cells up to the highest used one, runs of empty cells as one negative number, each in
/// ZigZag LEB128 of at most nine bytes; that within a zlib stream behind another head; that in Base64.
struct HistogramPayload {
    private static let cookie: UInt32 = 0x1C84_9303 | 0x10
    private static let compressedCookie: UInt32 = 0x1C84_9304 | 0x10
    /// Three digits need 2,048 cells for the values below 2,048, and 1,024 more for every doubling after it.
    private static let halfCells = 1_024

    private let distribution: Distribution

    init(_ distribution: Distribution) {
        self.distribution = distribution
    }

    var text: String { Base64.text(of: bytes) }

    /// The compressed form.
    var bytes: [UInt8] {
        let stream = ZlibStream.stored(plain)
        return BigEndian.bytes(HistogramPayload.compressedCookie) + BigEndian.bytes(UInt32(stream.count)) + stream
    }

    /// The uncompressed form.
    private var plain: [UInt8] {
        let counts = self.counts
        var bytes = BigEndian.bytes(HistogramPayload.cookie) + BigEndian.bytes(UInt32(counts.count))
        bytes += BigEndian.bytes(UInt32(0)) + BigEndian.bytes(UInt32(3))
        bytes += BigEndian.bytes(UInt64(1)) + BigEndian.bytes(UInt64(Distribution.highest))
        return bytes + BigEndian.bytes(Double(1).bitPattern) + counts
    }

    private var counts: [UInt8] {
        var bytes: [UInt8] = []
        var next = 0
        for step in distribution.steps {
            let cell = HistogramPayload.cell(of: step.value)
            let empty = cell - next
            if empty > 0 { bytes += HistogramPayload.zigZag(empty == 1 ? 0 : Int64(-empty)) }
            bytes += HistogramPayload.zigZag(step.count)
            next = cell + 1
        }
        return bytes
    }

    /// The cell of a value: the cells of each doubling follow those of the one before it.
    static func cell(of value: Int64) -> Int {
        let bucket = max(0, 64 - (UInt64(value) | 2_047).leadingZeroBitCount - 11)
        let within = Int(value >> bucket)
        return (bucket + 1) * halfCells + within - halfCells
    }

    static func zigZag(_ number: Int64) -> [UInt8] {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        var bytes: [UInt8] = []
        while rest > 0x7F, bytes.count < 8 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

/// Numbers with their highest byte first.
enum BigEndian {
    static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
