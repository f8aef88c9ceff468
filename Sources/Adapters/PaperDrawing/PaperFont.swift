import CPango
import Paper

/// A font of one width in its four looks, with texts fitted into cells.
final class PaperFont {
    private let layout: OpaquePointer
    private let descriptions: [OpaquePointer]
    /// Of a letter and a line, in parts of the font's size.
    let advance: Double
    let lineHeight: Double
    private let baseline: Double
    private var size = 0.0
    private var marks: PaperRun.Marks?

    init(_ family: String, for cairo: OpaquePointer) throws(PaperFailure) {
        guard let layout = pango_cairo_create_layout(cairo) else {
            preconditionFailure("Expected memory for a layout of text, got none.")
        }
        self.layout = layout
        let context = pango_layout_get_context(layout)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_layout_context_changed(layout)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_auto_dir(layout, 0)
        descriptions = (0..<4).map { marks in
            let description = pango_font_description_new()!
            pango_font_description_set_family(description, "\(family), monospace")
            if marks & 1 != 0 { pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD) }
            if marks & 2 != 0 { pango_font_description_set_style(description, PANGO_STYLE_OBLIQUE) }
            return description
        }
        // Measured at a size where rounding to units of Pango does not count.
        pango_font_description_set_absolute_size(descriptions[0], 100 * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, descriptions[0])
        pango_layout_set_text(layout, "M", -1)
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_size(layout, &width, &height)
        let unit = 100 * Double(PANGO_SCALE)
        (advance, lineHeight) = (Double(width) / unit, Double(height) / unit)
        baseline = Double(pango_layout_get_baseline(layout)) / unit
        // The usual font may be replaced by another one of the machine, one that was asked for may not.
        guard family == PaperHeader.standardFont || isThere(family, context) else {
            throw PaperFailure(
                .content, "no font `\(family)`: `fc-list :spacing=mono family` lists those of this machine")
        }
        guard abs(self.width(of: "i") / 100 - advance) < advance / 100 || family == PaperHeader.standardFont else {
            throw PaperFailure(
                .content, "font `\(family)`: expected letters of one width, got an i that is narrower than an M")
        }
    }

    private func isThere(_ family: String, _ context: OpaquePointer?) -> Bool {
        guard let font = pango_context_load_font(context, descriptions[0]) else { return false }
        let description = pango_font_describe(font)
        defer {
            pango_font_description_free(description)
            g_object_unref(UnsafeMutableRawPointer(font))
        }
        let found = pango_font_description_get_family(description).map { String(cString: $0) }
        return found?.lowercased() == family.lowercased()
    }

    deinit {
        for description in descriptions { pango_font_description_free(description) }
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Draws a text in the present colour at the left edge of cells that are `height` high.
    ///
    /// A text that has another width than its cells, because its letters are those of another font, is drawn letter by letter, each
    /// in the middle of its cell; all have as many columns.
    func draw(
        _ text: String, on cairo: OpaquePointer, size: Double, marks: PaperRun.Marks, x: Double, y: Double,
        width: Double, height: Double
    ) {
        choose(size, marks)
        let top = y + (height - lineHeight * size) / 2 + baseline * size
        let drawn = self.width(of: text)
        if abs(drawn - width) <= max(0.5, width * 0.01) { return show(cairo, x: x, baseline: top) }
        if text.unicodeScalars.contains(where: \.isShapedWithNeighbours) {
            return show(cairo, x: x, baseline: top, squeeze: min(1, width / max(drawn, 1)))
        }
        let cell = width / Double(max(1, text.count))
        for (place, character) in text.enumerated() {
            let own = self.width(of: String(character))
            let squeeze = min(1, cell / max(own, 0.1))
            show(cairo, x: x + Double(place) * cell + (cell - own * squeeze) / 2, baseline: top, squeeze: squeeze)
        }
    }

    private func choose(_ size: Double, _ marks: PaperRun.Marks) {
        let marks = marks.intersection([.bold, .italic])
        guard size != self.size || marks != self.marks else { return }
        (self.size, self.marks) = (size, marks)
        let description = descriptions[Int(marks.rawValue)]
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
    }

    private func width(of text: String) -> Double {
        pango_layout_set_text(layout, text, -1)
        var width: Int32 = 0
        pango_layout_get_size(layout, &width, nil)
        return Double(width) / Double(PANGO_SCALE)
    }

    /// Draws the text that was measured last.
    private func show(_ cairo: OpaquePointer, x: Double, baseline: Double, squeeze: Double = 1) {
        cairo_save(cairo)
        cairo_translate(cairo, x, baseline)
        if squeeze != 1 { cairo_scale(cairo, squeeze, 1) }
        cairo_move_to(cairo, 0, 0)
        pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, 0))
        cairo_restore(cairo)
    }
}

extension Unicode.Scalar {
    /// Whether letters of its script join or change their order: from Hebrew to the scripts of India and Burma.
    fileprivate var isShapedWithNeighbours: Bool { (0x0590..<0x10A0).contains(value) }
}
