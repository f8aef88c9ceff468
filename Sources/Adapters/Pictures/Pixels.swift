import CPictures
import Glibc

/// A decoded picture: rows of red, green, blue and opacity.
///
/// `@unchecked Sendable`: nothing changes it after its initialiser.
package final class Pixels: @unchecked Sendable {
    private let pixels: riffle_pixels

    package var width: Int { Int(pixels.width) }
    package var height: Int { Int(pixels.height) }

    private init(_ pixels: riffle_pixels) {
        self.pixels = pixels
    }

    deinit { free(pixels.bytes) }

    /// Decodes a PNG or a JPEG; an SVG is none of the kinds that are decoded here.
    ///
    /// The bytes may be a stranger's: size and pixels are compared with the limits before anything is decoded, so time and memory
    /// are bounded. Transparent or grey parts stand for what is missing at the end of a JPEG.
    package convenience init(_ bytes: [UInt8], limits: PictureLimits) throws(PictureError) {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(bytes.count, limit: limits.bytes) }
        guard let kind = PictureKind(bytes), kind != .svg else { throw .unknownKind }
        var pixels = riffle_pixels()
        let most = UInt64(limits.pixels)
        let end = bytes.withUnsafeBufferPointer { buffer in
            kind == .png
                ? riffle_decode_png(buffer.baseAddress, buffer.count, most, &pixels)
                : riffle_decode_jpeg(buffer.baseAddress, buffer.count, most, PictureLimits.scans, &pixels)
        }
        try Pixels.check(end, kind, limits.pixels)
        self.init(pixels)
    }

    /// The size that a file names, without decoding it.
    package static func size(of bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int) {
        guard let kind = PictureKind(bytes), kind != .svg else { throw .unknownKind }
        var (width, height): (Int32, Int32) = (0, 0)
        let end = bytes.withUnsafeBufferPointer { buffer in
            kind == .png
                ? riffle_png_size(buffer.baseAddress, buffer.count, &width, &height)
                : riffle_jpeg_size(buffer.baseAddress, buffer.count, &width, &height)
        }
        try check(end, kind, 0)
        guard width > 0, height > 0 else { throw .broken(kind) }
        return (Int(width), Int(height))
    }

    /// The picture turned as EXIF says how the camera was held; 1 is upright.
    package func turned(_ orientation: Int) throws(PictureError) -> Pixels {
        guard (2...8).contains(orientation) else { return self }
        var turned = riffle_pixels()
        let end = withUnsafePointer(to: pixels) { riffle_turn($0, Int32(orientation), &turned) }
        try Pixels.check(end, .jpeg, 0)
        return Pixels(turned)
    }

    /// The picture with so many pixels at most, in its own proportions.
    package func shrunk(toPixels most: Int) throws(PictureError) -> Pixels {
        let side = max(width, height)
        guard width * height > most || side > PictureLimits.side else { return self }
        let share = min(
            (Double(most) / Double(width * height)).squareRoot(), Double(PictureLimits.side) / Double(side))
        return try shrunk(width: max(1, Int(Double(width) * share)), height: max(1, Int(Double(height) * share)))
    }

    private func shrunk(width: Int, height: Int) throws(PictureError) -> Pixels {
        var smaller = riffle_pixels()
        let end = withUnsafePointer(to: pixels) { riffle_shrink($0, Int32(width), Int32(height), &smaller) }
        try Pixels.check(end, .png, 0)
        return Pixels(smaller)
    }

    package func png() throws(PictureError) -> [UInt8] {
        try encoded(.png) { riffle_encode_png($0, &$1, &$2) }
    }

    package func jpeg(quality: Int) throws(PictureError) -> [UInt8] {
        try encoded(.jpeg) { riffle_encode_jpeg($0, Int32(quality), &$1, &$2) }
    }

    /// The commands that draw the picture as sixels over so many cells of so many pixels.
    package func sixels(columns: Int, rows: Int, cell: (width: Int, height: Int)) throws(PictureError) -> [UInt8] {
        try encoded(.png) {
            riffle_draw_sixels(
                $0, Int32(columns), Int32(rows), Int32(cell.width), Int32(cell.height), &$1, &$2)
        }
    }

    /// The picture in cells.
    ///
    /// - Parameter hasColours: half blocks with colours, or else printable ASCII.
    func cells(columns: Int, rows: Int, hasColours: Bool) -> (symbols: [UInt32], inks: [Int32], grounds: [Int32]) {
        var symbols = [UInt32](repeating: 0x20, count: columns * rows)
        var inks = [Int32](repeating: -1, count: columns * rows)
        var grounds = inks
        _ = withUnsafePointer(to: pixels) {
            riffle_draw_cells(
                $0, Int32(columns), Int32(rows), hasColours ? 1 : 0, &symbols, &inks, &grounds)
        }
        return (symbols, inks, grounds)
    }

    private func encoded(
        _ kind: PictureKind,
        _ encode: (UnsafePointer<riffle_pixels>, inout UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
    ) throws(PictureError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let end = withUnsafePointer(to: pixels) { encode($0, &bytes, &count) }
        defer { free(bytes) }
        try Pixels.check(end, kind, 0)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private static func check(_ end: Int32, _ kind: PictureKind, _ limit: Int) throws(PictureError) {
        switch UInt32(bitPattern: end) {
        case RIFFLE_PICTURE_DONE.rawValue: return
        case RIFFLE_PICTURE_TOO_LARGE.rawValue: throw .tooManyPixels(limit: limit)
        case RIFFLE_PICTURE_NO_MEMORY.rawValue: throw .noMemory
        default: throw .broken(kind)
        }
    }
}
