/// Bytes as a zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4): every inflater reads it, and no compressor is required.
enum ZlibStream {
    private static let blockBytes = 65_535

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + blockBytes, bytes.count)
            let length = UInt16(end - start)
            stream.append(end == bytes.count ? 1 : 0)
            stream += littleEndian(length) + littleEndian(~length)
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        return stream + BigEndian.bytes(adler32(bytes))
    }

    private static func littleEndian(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
