import TestSupport

@testable import Pictures

/// Small files made for tests.
enum PictureSamples {
    /// A PNG of two colours in squares of 10 pixels, or of noise, written by hand: stored deflate blocks.
    static func png(width: Int, height: Int, isNoise: Bool? = nil) -> [UInt8] {
        var state: UInt32 = 1
        var rows: [UInt8] = []
        rows.reserveCapacity((width * 3 + 1) * height)
        let plain: [UInt8] = [0] + (0..<width).flatMap { _ in [10, 20, 200] as [UInt8] }
        for row in 0..<height {
            if isNoise == false {
                rows += plain
                continue
            }
            rows.append(0)
            for column in 0..<width {
                switch isNoise {
                case true?:
                    state = state &* 1_664_525 &+ 1_013_904_223
                    rows += [UInt8(state >> 24), UInt8(state >> 16 & 0xFF), UInt8(state >> 8 & 0xFF)]
                default:
                    let isRed = (row / 10 + column / 10) % 2 == 0
                    rows += isRed ? [200, 30, 20] : [20, 60, 220]
                }
            }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head(width, height))
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    static func jpeg(width: Int, height: Int) -> [UInt8] {
        guard let pixels = try? Pixels(png(width: width, height: height), limits: .presenter),
            let file = try? pixels.jpeg(quality: 85)
        else { return [] }
        return file
    }

    /// A PNG whose head promises 65,535 pixels each way.
    static var headOfHugePNG: [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head(65_535, 65_535))
            + chunk("IDAT", stored([0]))
            + chunk("IEND", [])
    }

    /// A progressive JPEG, 8 by 8 and grey, whose scan for the first coefficient is followed by many of no coefficient.
    static func scans(_ count: Int) -> [UInt8] {
        let table = [UInt8](repeating: 1, count: 64)
        // Codes of one bit: the symbol 0 only.
        let lengths: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + table
        file += [0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        for kind: UInt8 in [0x00, 0x10] { file += [0xFF, 0xC4, 0, 20, kind] + lengths + [0] }
        // The scan of the first coefficient, and others for the same ones of higher frequency: each is one end of block.
        file += [0xFF, 0xDA, 0, 8, 1, 1, 0x00, 0, 0, 0x00, 0x7F]
        for _ in 1..<count { file += [0xFF, 0xDA, 0, 8, 1, 1, 0x00, 1, 63, 0x00, 0x7F] }
        return file + [0xFF, 0xD9]
    }

    private static func head(_ width: Int, _ height: Int) -> [UInt8] { big(width) + big(height) + [8, 2, 0, 0, 0] }

    private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x78, 0x01]
        var place = 0
        repeat {
            let part = bytes[place..<min(bytes.count, place + 65_535)]
            place += part.count
            let count = UInt16(part.count)
            file += [place == bytes.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            file += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + part
        } while place < bytes.count
        var (one, two): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            one = (one + UInt32(byte)) % 65_521
            two = (two + one) % 65_521
        }
        return file + big(Int(two << 16 | one))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return big(content.count) + body + big(Int(~sum))
    }

    /// CRC-32 of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
