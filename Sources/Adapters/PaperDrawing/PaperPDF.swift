import CPango
package import Paper

/// Writes a document as PDF: vectors, texts that can be selected, links, an outline.
package final class PaperPDF {
    private let surface: OpaquePointer
    private let canvas: PaperCanvas
    private var sheets = 0

    /// - Parameter path: of the file; one that exists is replaced.
    package init(_ header: PaperHeader, path: String) throws(PaperFailure) {
        guard let surface = cairo_pdf_surface_create(path, Double(header.width), Double(header.height)) else {
            throw PaperFailure(.file, "\(path): no memory")
        }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw PaperFailure(.file, "\(path): \(String(cString: cairo_status_to_string(status)))")
        }
        self.surface = surface
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, header.title)
        if let author = header.author { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, author) }
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "riffle")
        canvas = try PaperCanvas(cairo, header, hasLinks: true)
    }

    deinit { cairo_surface_destroy(surface) }

    package func add(_ sheet: PaperSheet) throws(PaperFailure) {
        sheets += 1
        if let title = sheet.title {
            cairo_pdf_surface_add_outline(
                surface, Int32(CAIRO_PDF_OUTLINE_ROOT), title, "page=\(sheets)", cairo_pdf_outline_flags_t(0))
        }
        try canvas.draw(sheet)
        cairo_surface_show_page(surface)
    }

    package func finish() throws(PaperFailure) {
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaperFailure(.file, "the file cannot be written: \(String(cString: cairo_status_to_string(status)))")
        }
    }
}
