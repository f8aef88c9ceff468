import CPango
import CRSVG
import FoundationEssentials
import Paper

/// A PNG or JPEG as a surface to draw from.
final class PictureSurface {
    let surface: OpaquePointer

    var width: Int32 { cairo_image_surface_get_width(surface) }
    var height: Int32 { cairo_image_surface_get_height(surface) }

    init(_ picture: PaperPicture) throws(PaperFailure) {
        guard let data = Data(base64Encoded: picture.base64), !data.isEmpty else {
            throw PaperFailure(.content, "pictures: data: expected base64")
        }
        let made = picture.format == .png ? PictureSurface.png(Array(data)) : PictureSurface.jpeg(Array(data))
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, cairo_image_surface_get_width(made) > 0,
            cairo_image_surface_get_height(made) > 0
        else {
            throw PaperFailure(
                .content,
                "pictures: data: expected a \(picture.format.rawValue) of at most "
                    + "\(PaperLimits.pixels / 1_000_000) million pixels")
        }
        surface = made
    }

    deinit { cairo_surface_destroy(surface) }

    private static func png(_ bytes: [UInt8]) -> OpaquePointer? {
        // The size is in the first chunk (RFC 2083, 4.1.1).
        guard bytes.count > 24 else { return nil }
        let sides = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard sides.allSatisfy({ (1...PaperLimits.pixels).contains($0) }), sides[0] * sides[1] <= PaperLimits.pixels
        else { return nil }
        var rest = bytes[...]
        return withUnsafeMutablePointer(to: &rest) { rest in
            cairo_image_surface_create_from_png_stream(
                { rest, into, count in
                    guard let rest = rest?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let into,
                        rest.pointee.count >= Int(count)
                    else { return CAIRO_STATUS_READ_ERROR }
                    for place in 0..<Int(count) { into[place] = rest.pointee[rest.pointee.startIndex + place] }
                    rest.pointee = rest.pointee.dropFirst(Int(count))
                    return CAIRO_STATUS_SUCCESS
                }, UnsafeMutableRawPointer(rest))
        }
    }

    /// The decoder of librsvg's picture library; Cairo has none for JPEG.
    private static func jpeg(_ bytes: [UInt8]) -> OpaquePointer? {
        guard let loader = gdk_pixbuf_loader_new_with_type("jpeg", nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isRead = gdk_pixbuf_loader_write(loader, bytes, UInt(bytes.count), nil) != 0
        guard gdk_pixbuf_loader_close(loader, nil) != 0, isRead, let pixels = gdk_pixbuf_loader_get_pixbuf(loader)
        else { return nil }
        let (width, height) = (gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels))
        let (channels, stride) = (Int(gdk_pixbuf_get_n_channels(pixels)), Int(gdk_pixbuf_get_rowstride(pixels)))
        guard Int(width) * Int(height) <= PaperLimits.pixels, channels >= 3, let from = gdk_pixbuf_get_pixels(pixels),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
            let into = cairo_image_surface_get_data(surface)
        else { return nil }
        let pitch = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<Int(height) {
            for column in 0..<Int(width) {
                let pixel = from + row * stride + column * channels
                let colour = UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
                UnsafeMutableRawPointer(into).storeBytes(
                    of: colour, toByteOffset: row * pitch + 4 * column, as: UInt32.self)
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }
}
