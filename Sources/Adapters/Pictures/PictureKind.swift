/// The format of a picture's file, by its first bytes.
package enum PictureKind: String, Hashable, Sendable, CaseIterable {
    case png
    case jpeg
    case svg

    private static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Bytes in which the root element of an SVG begins; comments may stand before it.
    private static let svgBytes = 4_096

    /// Nil for any other file.
    package init?(_ bytes: some Collection<UInt8>) {
        if bytes.starts(with: PictureKind.pngStart) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            let start = Array(bytes.prefix(PictureKind.svgBytes))
            let first = start.first { !" \t\r\n".utf8.contains($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
            guard first == UInt8(ascii: "<"), start.firstRange(of: Array("<svg".utf8)) != nil else { return nil }
            self = .svg
        }
    }
}

/// Limits of the file of a picture.
package struct PictureLimits: Hashable, Sendable {
    package var bytes: Int
    package var pixels: Int

    package init(bytes: Int, pixels: Int) {
        self.bytes = bytes
        self.pixels = pixels
    }

    /// Of a stranger's picture that a viewer draws.
    package static let viewer = PictureLimits(bytes: 1 << 20, pixels: 4_000_000)
    /// Of a presenter's own files.
    package static let presenter = PictureLimits(bytes: 32 << 20, pixels: 40_000_000)
    /// Pixels of one side of a picture that travels.
    package static let side = 16_384

    /// Scans of a progressive JPEG; each takes as long as the whole picture.
    static let scans: Int32 = 100
}

/// The reason why a picture cannot be used.
package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownKind
    case tooManyBytes(Int, limit: Int)
    case tooManyPixels(limit: Int)
    case broken(PictureKind)
    case noMemory

    package var description: String {
        switch self {
        case .unknownKind: "expected a PNG, JPEG or SVG, got another kind of file"
        case .tooManyBytes(let count, let limit): "expected at most \(limit) bytes, got \(count)"
        case .tooManyPixels(let limit): "expected at most \(limit / 1_000_000) megapixels and 100 scans, got more"
        case .broken(let kind): "expected a whole \(kind.rawValue.uppercased()), got a broken one"
        case .noMemory: "expected memory for the picture, got none"
        }
    }
}
