import CPango
import Paper

/// Draws sheets on a surface of Cairo, one after the other.
final class PaperCanvas {
    /// How far a cell may be from the proportions of the font's letters, height by width.
    private static let proportions = 1.75...2.3
    /// Part of the paper's height that stays free at each edge.
    private static let margin = 0.02

    private let cairo: OpaquePointer
    private let width: Double
    private let height: Double
    private let font: PaperFont
    /// Whether links are written; a picture has none.
    private let hasLinks: Bool
    /// Kept by character, as finding a line by the name of its character takes long.
    private var boxes: [Unicode.Scalar: BoxDrawing?] = [:]

    /// - Parameter cairo: a context in points, which this canvas frees.
    init(_ cairo: OpaquePointer, _ header: PaperHeader, hasLinks: Bool) throws(PaperFailure) {
        self.cairo = cairo
        (width, height) = (Double(header.width), Double(header.height))
        font = try PaperFont(header.font, for: cairo)
        self.hasLinks = hasLinks
    }

    deinit { cairo_destroy(cairo) }

    /// The grid of a sheet: in the middle of the paper, as large as fits.
    private struct SheetGrid {
        let x: Double
        let y: Double
        let cellWidth: Double
        let cellHeight: Double
    }

    private func grid(of sheet: PaperSheet) -> SheetGrid {
        let (columns, rows) = (Double(sheet.columns), Double(sheet.rows))
        let margin = height * PaperCanvas.margin
        let cellWidth = min(
            (width - 2 * margin) / columns, (height - 2 * margin) / rows / PaperCanvas.proportions.lowerBound)
        let cellHeight = min((height - 2 * margin) / rows, cellWidth * PaperCanvas.proportions.upperBound)
        return SheetGrid(
            x: (width - columns * cellWidth) / 2, y: (height - rows * cellHeight) / 2, cellWidth: cellWidth,
            cellHeight: cellHeight)
    }

    /// Draws a sheet over everything that is on the surface.
    func draw(_ sheet: PaperSheet) throws(PaperFailure) {
        let grid = grid(of: sheet)
        use(sheet.ground)
        cairo_paint(cairo)
        // Cells that are filled end at whole pixels, as smoothed edges would be seen between two.
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
        for run in sheet.runs {
            if let ground = run.ground { fill(run, ground, grid) }
        }
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
        for picture in sheet.pictures { try draw(picture, grid) }
        for run in sheet.runs { draw(run, grid) }
        if hasLinks { drawLinks(of: sheet, grid) }
        let status = cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaperFailure(.file, "page \(sheet.name): \(String(cString: cairo_status_to_string(status)))")
        }
    }

    private func use(_ colour: PaperColour, alpha: Double = 1) {
        cairo_set_source_rgba(
            cairo, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255, alpha)
    }

    /// Part of a point that cells overlap, so that no gap is seen between two.
    private func overlap(_ grid: SheetGrid) -> Double { min(0.5, grid.cellWidth * 0.1) }

    private func fill(_ run: PaperRun, _ ground: PaperColour, _ grid: SheetGrid) {
        use(ground)
        cairo_rectangle(
            cairo, grid.x + Double(run.column) * grid.cellWidth, grid.y + Double(run.row) * grid.cellHeight,
            Double(run.columns) * grid.cellWidth + overlap(grid),
            Double(run.scale) * grid.cellHeight + overlap(grid))
        cairo_fill(cairo)
    }

    // MARK: Texts

    private func draw(_ run: PaperRun, _ grid: SheetGrid) {
        use(run.ink)
        let count = run.text.count
        guard count > 0 else { return }
        let width = Double(run.columns) * grid.cellWidth / Double(count)
        var x = grid.x + Double(run.column) * grid.cellWidth
        let y = grid.y + Double(run.row) * grid.cellHeight
        var rest = run.text[...]
        while let first = rest.first {
            let stretch = rest.prefix { kind(of: $0) == kind(of: first) && (kind(of: first) == .text || $0 == first) }
            let end = x + Double(stretch.count) * width
            draw(stretch, kind(of: first), run, grid, x: x, y: y, width: width)
            rest = rest[stretch.endIndex...]
            x = end
        }
        drawRules(run, grid)
    }

    /// The way in which a character is drawn.
    private enum DrawingWay { case text, box, block }

    private func kind(of character: Character) -> DrawingWay {
        guard let scalar = character.unicodeScalars.first, (0x2500...0x259F).contains(scalar.value),
            character.unicodeScalars.count == 1
        else { return .text }
        if scalar.value >= 0x2580 { return .block }
        return box(scalar) == nil ? .text : .box
    }

    private func box(_ scalar: Unicode.Scalar) -> BoxDrawing? {
        if let known = boxes[scalar] { return known }
        let box = BoxDrawing(scalar)
        boxes[scalar] = box
        return box
    }

    /// Draws characters of one kind; boxes and blocks are all the same one.
    private func draw(
        _ text: Substring, _ kind: DrawingWay, _ run: PaperRun, _ grid: SheetGrid, x: Double, y: Double, width: Double
    ) {
        let count = text.count
        let height = grid.cellHeight * Double(run.scale)
        guard kind != .text, let scalar = text.unicodeScalars.first else {
            guard text.contains(where: { $0 != " " }) else { return }
            let size = grid.cellWidth / font.advance * Double(run.scale)
            return font.draw(
                String(text), on: cairo, size: size, marks: run.marks, x: x, y: y, width: Double(count) * width,
                height: height)
        }
        if kind == .box, let box = box(scalar) {
            let pieces = box.isHorizontalLine ? 1 : count
            let piece = Double(count) * width / Double(pieces)
            for place in 0..<pieces {
                box.draw(
                    cairo, x: x + Double(place) * piece, y: y, width: piece, height: height, lightOf: width,
                    overlap: overlap(grid))
            }
        } else if let block = BlockElement(scalar) {
            let pieces = block.isWide ? 1 : count
            let piece = Double(count) * width / Double(pieces)
            use(run.ink, alpha: block.shade)
            cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
            for place in 0..<pieces {
                block.draw(
                    cairo, x: x + Double(place) * piece, y: y, width: piece, height: height,
                    overlap: block.shade < 1 ? 0 : overlap(grid))
            }
            cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
            use(run.ink)
        }
    }

    /// The lines below and through a text.
    private func drawRules(_ run: PaperRun, _ grid: SheetGrid) {
        let height = grid.cellHeight * Double(run.scale)
        let places: [(PaperRun.Marks, Double)] = [(.underlined, 0.9), (.struck, 0.52)]
        for (mark, place) in places where run.marks.contains(mark) {
            cairo_rectangle(
                cairo, grid.x + Double(run.column) * grid.cellWidth,
                grid.y + Double(run.row) * grid.cellHeight + place * height, Double(run.columns) * grid.cellWidth,
                height * 0.045)
            cairo_fill(cairo)
        }
    }

    // MARK: Links

    /// Makes rectangles of the sheet open addresses; the parts of one link in a row are one rectangle.
    private func drawLinks(of sheet: PaperSheet, _ grid: SheetGrid) {
        var open: (link: String, row: Int, from: Int, to: Int)?
        for run in sheet.runs {
            guard let link = run.link else { continue }
            if let last = open, last.link == link, last.row == run.row, run.column - last.to <= 1 {
                open?.to = run.column + run.columns
                continue
            }
            if let last = open { tag(last.link, last.row, last.from, last.to, grid) }
            open = (link, run.row, run.column, run.column + run.columns)
        }
        if let last = open { tag(last.link, last.row, last.from, last.to, grid) }
    }

    private func tag(_ link: String, _ row: Int, _ from: Int, _ to: Int, _ grid: SheetGrid) {
        let address = link.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        let numbers = [
            grid.x + Double(from) * grid.cellWidth, grid.y + Double(row) * grid.cellHeight,
            Double(to - from) * grid.cellWidth, grid.cellHeight,
        ].map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " ")
        let attributes = "rect=[\(numbers)] uri='\(address)'"
        cairo_tag_begin(cairo, CAIRO_TAG_LINK, attributes)
        cairo_tag_end(cairo, CAIRO_TAG_LINK)
    }

    // MARK: Pictures

    private func draw(_ picture: PaperPicture, _ grid: SheetGrid) throws(PaperFailure) {
        let image = try PictureSurface(picture)
        let (width, height) = (Double(picture.columns) * grid.cellWidth, Double(picture.rows) * grid.cellHeight)
        let scale = min(width / Double(image.width), height / Double(image.height))
        cairo_save(cairo)
        cairo_translate(
            cairo, grid.x + Double(picture.column) * grid.cellWidth + (width - Double(image.width) * scale) / 2,
            grid.y + Double(picture.row) * grid.cellHeight + (height - Double(image.height) * scale) / 2)
        cairo_scale(cairo, scale, scale)
        cairo_set_source_surface(cairo, image.surface, 0, 0)
        // Its edges stay sharp where it is enlarged.
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_rectangle(cairo, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(cairo)
        cairo_restore(cairo)
    }
}
