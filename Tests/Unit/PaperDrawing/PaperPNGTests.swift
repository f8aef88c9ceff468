import CPango
import FoundationEssentials
import Paper
import Testing

@testable import PaperDrawing

/// Pictures of sheets, looked at pixel by pixel.
@Suite struct PaperPNGTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paper-\(UUID().uuidString)")
        .path

    /// A red pixel as PNG, in base64.
    static let redPixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

    /// The picture of a sheet as a function from a place in points to its colour.
    private func picture(of sheet: PaperSheet, _ look: ((Int, Int) -> PaperColour, Int, Int) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var header = PaperHeader(title: "T")
        (header.width, header.height) = (200, 208)
        try PaperPNG(header, folder: folder, scale: 1).write(sheet)
        let surface = try #require(cairo_image_surface_create_from_png("\(folder)/\(sheet.name).png"))
        defer { cairo_surface_destroy(surface) }
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = UnsafeRawPointer(try #require(cairo_image_surface_get_data(surface)))
        try look(
            { x, y in PaperColour(data.loadUnaligned(fromByteOffset: y * stride + 4 * x, as: UInt32.self)) }, 200, 208)
    }

    private func sheet(_ texts: [(Int, Int, String)], columns: Int = 20, rows: Int = 10) -> PaperSheet {
        var sheet = PaperSheet(name: "page-001", title: nil, columns: columns, rows: rows, ground: .white)
        sheet.runs = texts.map {
            PaperRun(column: $0.0, row: $0.1, columns: $0.2.count, text: $0.2, ink: .black)
        }
        return sheet
    }

    /// A line through all rows has no gap, whatever the font and the size of cells.
    @Test(arguments: [(20, 10), (31, 17), (50, 25)])
    func linesMeet(columns: Int, rows: Int) throws {
        let lines = sheet((0..<rows).map { (columns / 2, $0, "│") }, columns: columns, rows: rows)
        try picture(of: lines) { colour, width, height in
            // Where cells overlap the line may be darker, but nowhere lighter.
            let darkest = (10..<height - 10).map { y in (0..<width).map { colour($0, y).red }.min() ?? 255 }.sorted()
            let (usual, lightest) = (darkest[darkest.count / 2], darkest[darkest.count - 1])
            #expect(usual < 200 && lightest - usual <= 24, "\(usual), in a gap \(lightest)")
        }
    }

    @Test func blocksAndGroundsMeet() throws {
        var blocks = sheet((0..<10).map { (0, $0, String(repeating: "█", count: 10)) })
        for row in 0..<10 {
            var run = PaperRun(column: 10, row: row, columns: 10, text: " ", ink: .black)
            run.ground = .black
            blocks.runs.append(run)
        }
        try picture(of: blocks) { colour, _, _ in
            for y in 10..<198 {
                for x in 10..<190 where colour(x, y).red > 8 { Issue.record("light at \(x), \(y)") }
            }
        }
    }

    @Test func textIsDrawnInItsInk() throws {
        var text = sheet([(0, 5, "MMMMMMMMMM")])
        text.runs[0].ink = PaperColour(0xFF0000)
        try picture(of: text) { colour, width, height in
            let pixels = (0..<height).flatMap { y in (0..<width).map { ($0, y) } }.filter { colour($0, $1) != .white }
            #expect(pixels.count > 100 && pixels.allSatisfy { $0.0 < 110 && (100...130).contains($0.1) })
            #expect(pixels.contains { colour($0.0, $0.1).red > 230 && colour($0.0, $0.1).green < 128 })
        }
    }

    /// A red pixel as PNG fills its rectangle of cells.
    @Test func picturesFillTheirCells() throws {
        var page = sheet([])
        page.pictures = [PaperPicture(column: 5, row: 2, columns: 10, rows: 5, format: .png, base64: Self.redPixel)]
        try picture(of: page) { colour, _, _ in
            #expect(colour(100, 90) == PaperColour(0xFF0000) && colour(20, 90) == .white)
        }
        page.pictures[0].base64 = "AAAA"
        #expect(throws: PaperFailure.self) { try picture(of: page) { _, _, _ in } }
        page.pictures[0].format = .jpeg
        #expect(throws: PaperFailure.self) { try picture(of: page) { _, _, _ in } }
    }

    @Test func aPictureHasALimit() {
        let failure = #expect(throws: PaperFailure.self) {
            try PaperPNG(PaperHeader(title: "T"), folder: folder, scale: 50)
        }
        #expect(
            failure?.part == .content && failure?.description.contains("million pixels, got 48000.0 by 27000.0") == true
        )
    }

    @Test func aFileThatCannotBeWrittenIsNamed() {
        let failure = #expect(throws: PaperFailure.self) {
            try PaperPDF(PaperHeader(title: "T"), path: "/nonexistent/talk.pdf")
        }
        #expect(failure?.part == .file && failure?.description.contains("/nonexistent/talk.pdf") == true)
    }
}
