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

    /// Colours by letters.
    static let colours: [(letter: Character, rgb: [UInt8])] = [
        ("r", [255, 0, 0]), ("g", [0, 255, 0]), ("b", [0, 0, 255]), ("k", [0, 0, 0]), ("w", [255, 255, 255]),
        ("y", [255, 255, 0]),
    ]

    /// A PNG with a square of 8 by 8 pixels for each letter.
    static func png(letters rows: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            var line: [UInt8] = [0]
            for letter in row {
                let colour = colours.first { $0.letter == letter }?.rgb ?? []
                for _ in 0..<8 { line += colour }
            }
            for _ in 0..<8 { bytes += line }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head(8 * rows[0].count, 8 * rows.count))
            + chunk("IDAT", stored(bytes)) + chunk("IEND", [])
    }

    static func jpeg(width: Int, height: Int) -> [UInt8] {
        guard let pixels = try? Pixels(png(width: width, height: height), limits: .presenter),
            let file = try? pixels.jpeg(quality: 85)
        else { return [] }
        return file
    }

    /// A part of a PNG.
    static func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] { chunk(name, content) }

    /// A segment of a JPEG.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// EXIF: a TIFF file with a comment, an orientation, and a place on earth that nobody is to know.
    static func exif(orientation: UInt8, isLittle: Bool = true) -> [UInt8] {
        let short = { (number: UInt8) -> [UInt8] in isLittle ? [number, 0] : [0, number] }
        let tag = { (high: UInt8, low: UInt8) -> [UInt8] in isLittle ? [low, high] : [high, low] }
        let long = { (number: UInt8) -> [UInt8] in isLittle ? [number, 0, 0, 0] : [0, 0, 0, number] }
        var file = Array((isLittle ? "II" : "MM").utf8) + short(42) + long(8) + short(3)
        file += tag(0x01, 0x0E) + short(2) + long(6) + long(50)
        file += tag(0x01, 0x12) + short(3) + long(1) + short(orientation) + [0, 0]
        file += tag(0x88, 0x25) + short(4) + long(1) + long(50)
        return file + long(0) + Array("at 47N 8E".utf8)
    }

    /// A JPEG in cyan, magenta, yellow and black, 8 by 8 and of one colour, with each sample 0 or 255.
    static func inks(_ samples: [Bool], isOfAdobe: Bool) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        if isOfAdobe { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
        // The mean of a block is its first coefficient times 8, divided by 8.
        file += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        file += segment(0xC0, [8, 0, 8, 0, 8, 4] + (1...4).flatMap { [$0, 0x11, 0] as [UInt8] })
        // The code 0 for no more coefficients, and 10 for one of eight bits.
        for kind: UInt8 in [0x00, 0x10] {
            file += segment(0xC4, [kind, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 8])
        }
        file += segment(0xDA, [4] + (1...4).flatMap { [$0, 0] as [UInt8] } + [0, 63, 0])
        let bits = samples.map { $0 ? "10" + "10000000" + "0" : "10" + "01111111" + "0" }.joined()
        let padded = Array(bits + String(repeating: "1", count: (8 - bits.count % 8) % 8))
        for start in stride(from: 0, to: padded.count, by: 8) {
            let byte = UInt8(String(padded[start..<start + 8]), radix: 2) ?? 0
            file += byte == 0xFF ? [0xFF, 0] : [byte]
        }
        return file + [0xFF, 0xD9]
    }

    /// A JPEG of a white and a black square of 8 by 8, with a restart between them.
    static func restarts() -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        file += segment(0xC0, [8, 0, 8, 0, 16, 1, 1, 0x11, 0])
        // As above.
        for kind: UInt8 in [0x00, 0x10] {
            file += segment(0xC4, [kind, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 8])
        }
        file += segment(0xDD, [0, 1]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
        return file + [0b1010_0000, 0b0001_1111, 0xFF, 0xD0, 0b1001_1111, 0b1101_1111, 0xFF, 0xD9]
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

extension Pixels {
    /// The nearest of the samples' colours for each square of about 8 by 8 pixels.
    var letters: [String] {
        let (columns, rows) = (width / 8, height / 8)
        let cells = cells(columns: columns, rows: rows, hasColours: true)
        let letters = cells.inks.indices.map { place -> Character in
            let colour = cells.grounds[place] >= 0 ? cells.grounds[place] : cells.inks[place]
            let parts = [16, 8, 0].map { Int(colour >> $0 & 0xFF) }
            let distance = { (rgb: [UInt8]) in zip(rgb, parts).reduce(0) { $0 + abs(Int($1.0) - $1.1) } }
            return PictureSamples.colours.min { distance($0.rgb) < distance($1.rgb) }?.letter ?? "?"
        }
        return (0..<rows).map { String(letters[$0 * columns..<($0 + 1) * columns]) }
    }
}
