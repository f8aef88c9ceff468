/// A picture as members get it: a PNG or a JPEG within the limits of viewers.
package struct PreparedPicture: Hashable, Sendable {
    /// Files up to this size stay as they are, but for their metadata.
    private static let passedBytes = 512 << 10
    private static let jpegQuality = 85
    /// Each try has half the pixels of the one before.
    private static let tries = 6

    package let kind: PictureKind
    package let bytes: [UInt8]
    package let width: Int
    package let height: Int

    /// Reads a PNG or a JPEG of a presenter, without what it says besides its pixels. One that is too large becomes smaller, one
    /// of a camera that was not upright is turned, and one in four inks gets other colours: as a PNG or else as a JPEG.
    ///
    /// - Parameter mostBytes: of the result.
    package init(_ file: [UInt8], mostBytes: Int) throws(PictureError) {
        let limits = PictureLimits.presenter
        guard file.count <= limits.bytes else { throw .tooManyBytes(file.count, limit: limits.bytes) }
        guard let kind = PictureKind(file), kind != .svg else { throw .unknownKind }
        let size = try Pixels.size(of: file)
        guard size.width * size.height <= limits.pixels else { throw .tooManyPixels(limit: limits.pixels) }
        // Decoded in any case: a broken file is to be noticed here, not by the audience.
        let metadata = PictureMetadata(file, kind)
        let pixels = try Pixels(file, limits: limits).turned(metadata.orientation)
        let passed = min(mostBytes, PreparedPicture.passedBytes)
        let isSmall = max(size.width, size.height) <= PictureLimits.side
        if isSmall, metadata.orientation == 1, !metadata.hasInks, let file = metadata.plainFile, file.count <= passed,
            size.width * size.height <= PictureLimits.viewer.pixels
        {
            (self.kind, bytes, width, height) = (kind, file, size.width, size.height)
            return
        }
        var most = min(size.width * size.height, PictureLimits.viewer.pixels)
        for _ in 0..<PreparedPicture.tries {
            let smaller = try pixels.shrunk(toPixels: most)
            let found = try PreparedPicture.encoded(smaller, passed: passed, mostBytes: mostBytes)
            if let found {
                (self.kind, bytes, width, height) = (found.kind, found.bytes, smaller.width, smaller.height)
                return
            }
            most = max(1, most / 2)
        }
        throw .tooManyBytes(file.count, limit: mostBytes)
    }

    private static func encoded(
        _ pixels: Pixels, passed: Int, mostBytes: Int
    ) throws(PictureError) -> (kind: PictureKind, bytes: [UInt8])? {
        let png = try pixels.png()
        if png.count <= passed { return (.png, png) }
        let jpeg = try pixels.jpeg(quality: jpegQuality)
        return jpeg.count <= mostBytes ? (.jpeg, jpeg) : nil
    }
}
