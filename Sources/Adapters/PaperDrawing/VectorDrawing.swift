import CPango
import CRSVG
import Paper

/// A drawing in SVG as PNG.
///
/// It is read from memory without an address, so librsvg opens no file and no connection for it.
package enum VectorDrawing {
    /// The PNG, as large as fits into `width` by `height` pixels with the proportions of the drawing.
    package static func png(_ svg: [UInt8], width: Int, height: Int) throws(PaperFailure) -> [UInt8] {
        guard svg.count <= PaperLimits.drawingBytes else {
            throw PaperFailure(
                .content, "expected at most \(PaperLimits.drawingBytes) bytes of SVG, got \(svg.count)")
        }
        guard width > 0, height > 0, width <= PaperLimits.drawingPixels, height <= PaperLimits.drawingPixels,
            width * height <= PaperLimits.drawingPixels
        else {
            throw PaperFailure(
                .content, "expected at most \(PaperLimits.drawingPixels) pixels, got \(width) by \(height)")
        }
        var error: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_data(svg, UInt(svg.count), &error) else {
            throw PaperFailure(.content, "not SVG: \(text(of: &error))")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        let size = fitted(proportions(of: handle), width, height)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
            let cairo = cairo_create(surface)
        else { throw PaperFailure(.content, "no memory for \(size.width) by \(size.height) pixels") }
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        guard rsvg_handle_render_document(handle, cairo, &viewport, &error) != 0 else {
            throw PaperFailure(.content, "the drawing cannot be drawn: \(text(of: &error))")
        }
        return try encoded(surface)
    }

    private static func encoded(_ surface: OpaquePointer) throws(PaperFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                surface,
                { bytes, from, count in
                    guard let bytes = bytes?.assumingMemoryBound(to: [UInt8].self) else {
                        return CAIRO_STATUS_WRITE_ERROR
                    }
                    bytes.pointee += UnsafeBufferPointer(start: from, count: Int(count))
                    return CAIRO_STATUS_SUCCESS
                }, UnsafeMutableRawPointer(bytes))
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaperFailure(.content, String(cString: cairo_status_to_string(status)))
        }
        return bytes
    }

    /// Width by height; nil where the drawing states none.
    private static func proportions(of handle: UnsafeMutablePointer<RsvgHandle>) -> Double? {
        var (width, height) = (0.0, 0.0)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, width > 0, height > 0 {
            return width / height
        }
        var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
        var (length, breadth, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &length, &hasHeight, &breadth, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0 ? box.width / box.height : nil
    }

    private static func fitted(_ proportions: Double?, _ width: Int, _ height: Int) -> (width: Int, height: Int) {
        guard let proportions, proportions.isFinite else { return (width, height) }
        if proportions > Double(width) / Double(height) {
            return (width, max(1, Int((Double(width) / proportions).rounded())))
        }
        return (max(1, Int((Double(height) * proportions).rounded())), height)
    }

    private static func text(of error: inout UnsafeMutablePointer<GError>?) -> String {
        defer { g_clear_error(&error) }
        return error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason given"
    }
}
