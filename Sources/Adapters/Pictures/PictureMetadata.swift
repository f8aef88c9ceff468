/// The parts of a picture's file besides its pixels: how the camera was held, and data about places, people and programs,
/// which no member gets.
struct PictureMetadata {
    /// As EXIF numbers it, 1 to 8; 1 is upright.
    private(set) var orientation = 1
    /// Whether a JPEG has four colours, as printers take them; not all programs show those.
    private(set) var hasInks = false
    /// The file with the parts alone that make its pixels and their colours; nil where it has to be written again.
    private(set) var plainFile: [UInt8]?

    /// - Parameter kind: of a file that was decoded; there is nothing to know about SVG.
    init(_ file: [UInt8], _ kind: PictureKind) {
        var plain: [UInt8] = []
        plain.reserveCapacity(file.count)
        let isWhole =
            switch kind {
            case .png: readPNG(file, into: &plain)
            case .jpeg: readJPEG(file, into: &plain)
            case .svg: false
            }
        if isWhole { plainFile = plain }
    }

    // MARK: PNG

    private static let chunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs",
    ]

    /// Copies the chunks of a PNG that are named above; what stands behind its end is none of them. Returns whether it is whole.
    private mutating func readPNG(_ file: [UInt8], into plain: inout [UInt8]) -> Bool {
        plain += file.prefix(8)
        var place = 8
        while file.count - place >= 12 {
            let length = PictureMetadata.number(file[place..<place + 4])
            guard length <= file.count - place - 12 else { return false }
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            if name == "eXIf" { readOrientation(file[place + 8..<place + 8 + length]) }
            if PictureMetadata.chunks.contains(name) { plain += file[place..<place + 12 + length] }
            if name == "IEND" { return true }
            place += 12 + length
        }
        return false
    }

    // MARK: JPEG

    /// Copies the segments of a JPEG that its decoder needs, and colour profiles. Returns whether it is whole.
    private mutating func readJPEG(_ file: [UInt8], into plain: inout [UInt8]) -> Bool {
        plain += [0xFF, 0xD8]
        var place = 2
        while true {
            guard place < file.count, file[place] == 0xFF else { return false }
            while place < file.count, file[place] == 0xFF { place += 1 }
            guard place < file.count else { return false }
            let marker = file[place]
            place += 1
            if marker == 0xD9 {
                plain += [0xFF, 0xD9]
                return true
            }
            // Markers without a segment; below them are none.
            if marker == 0x01 || 0xD0...0xD7 ~= marker {
                plain += [0xFF, marker]
                continue
            }
            guard marker >= 0xC0, marker != 0xD8, file.count - place >= 2 else { return false }
            let length = PictureMetadata.number(file[place..<place + 2])
            guard length >= 2, length <= file.count - place else { return false }
            takeSegment(marker, file[place..<place + length], into: &plain)
            place += length
            guard marker == 0xDA else { continue }
            let start = place
            // The data of a scan goes on up to a marker other than a restart; a zero byte follows 0xFF that is none.
            while place + 1 < file.count, file[place] != 0xFF || file[place + 1] == 0 || 0xD0...0xD7 ~= file[place + 1]
            {
                place += 1
            }
            plain += file[start..<place]
        }
    }

    /// - Parameter segment: from its length on.
    private mutating func takeSegment(_ marker: UInt8, _ segment: ArraySlice<UInt8>, into plain: inout [UInt8]) {
        let content = segment.dropFirst(2)
        let isKept: Bool
        switch marker {
        case 0xE0:
            // Without its small preview, which may show what was cut off the picture.
            guard content.starts(with: Array("JFIF\0".utf8)), content.count >= 14 else { return }
            plain += [0xFF, 0xE0, 0, 16]
            plain += content.prefix(12)
            plain += [0, 0]
            return
        case 0xE1:
            let start = Array("Exif\0\0".utf8)
            if content.starts(with: start) { readOrientation(content.dropFirst(start.count)) }
            return
        case 0xE2: isKept = content.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: isKept = content.starts(with: Array("Adobe".utf8))
        case 0xE3...0xED, 0xEF, 0xFE: isKept = false
        case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
            hasInks = content.dropFirst(5).first == 4
            isKept = true
        default: isKept = true
        }
        guard isKept else { return }
        plain += [0xFF, marker]
        plain += segment
    }

    // MARK: EXIF

    /// The tag of the orientation, a 16-bit number.
    private static let orientationTag = 0x0112

    /// Reads how the camera was held from EXIF: a TIFF file, of whose first directory one entry counts.
    private mutating func readOrientation(_ exif: ArraySlice<UInt8>) {
        let exif = Array(exif)
        guard exif.count >= 8 else { return }
        let isLittle = exif.starts(with: Array("II".utf8))
        guard isLittle || exif.starts(with: Array("MM".utf8)) else { return }
        let read = { (place: Int, count: Int) -> Int? in
            guard place >= 0, place <= exif.count - count else { return nil }
            let bytes = exif[place..<place + count]
            return isLittle ? PictureMetadata.number(bytes.reversed()) : PictureMetadata.number(bytes)
        }
        guard read(2, 2) == 42, let directory = read(4, 4), let entries = read(directory, 2) else { return }
        for entry in 0..<entries {
            let place = directory + 2 + 12 * entry
            guard let tag = read(place, 2) else { return }
            guard tag == PictureMetadata.orientationTag else { continue }
            if read(place + 2, 2) == 3, let value = read(place + 8, 2), (1...8).contains(value) { orientation = value }
            return
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
