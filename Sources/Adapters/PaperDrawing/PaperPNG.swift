import CPango
package import Paper

/// Writes sheets as PNG, each to a file of its own.
package final class PaperPNG {
    private let surface: OpaquePointer
    private let canvas: PaperCanvas
    private let folder: String

    /// - Parameters:
    ///   - folder: that exists.
    ///   - scale: pixels of a point.
    package init(_ header: PaperHeader, folder: String, scale: Double) throws(PaperFailure) {
        let (width, height) = (Double(header.width) * scale, Double(header.height) * scale)
        guard width >= 1, height >= 1, width * height <= Double(PaperLimits.pixels) else {
            throw PaperFailure(
                .content,
                "expected a scale that gives at most \(PaperLimits.pixels / 1_000_000) million pixels, got "
                    + "\(width) by \(height)")
        }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface)
        else { throw PaperFailure(.file, "no memory for \(width) by \(height) pixels") }
        cairo_scale(cairo, scale, scale)
        self.surface = surface
        self.folder = folder
        canvas = try PaperCanvas(cairo, header, hasLinks: false)
    }

    deinit { cairo_surface_destroy(surface) }

    package func write(_ sheet: PaperSheet) throws(PaperFailure) {
        try canvas.draw(sheet)
        cairo_surface_flush(surface)
        let path = "\(folder)/\(sheet.name).png"
        let status = cairo_surface_write_to_png(surface, path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaperFailure(.file, "\(path): \(String(cString: cairo_status_to_string(status)))")
        }
    }
}
