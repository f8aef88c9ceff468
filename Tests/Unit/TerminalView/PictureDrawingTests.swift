import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// A source of pictures in one colour, which counts what it draws.
private final class PlainSource: PictureSource, @unchecked Sendable {
    // Sendable because a test uses it on one thread.
    var isThere = true
    private(set) var asked: [String] = []

    func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture? {
        asked.append("\(columns)x\(rows)")
        guard isThere else { return nil }
        let count = columns * rows
        let symbol: UInt32 = style == .blocks ? 0x2580 : 0x23
        return CellPicture(
            columns: columns, rows: rows, symbols: Array(repeating: symbol, count: count),
            inks: Array(repeating: style == .blocks ? 0xC81E14 : -1, count: count),
            grounds: Array(repeating: style == .blocks ? 0x143CDC : -1, count: count))
    }
}

/// Pictures on pages: their size and place, what stands for them, and where pixels may be.
@Suite struct PictureDrawingTests {
    private let source = PlainSource()

    private func asset(_ digit: Character = "a") throws -> AssetName {
        try #require(AssetName(String(repeating: digit, count: 64)))
    }

    private func block(_ attributes: String = "", words: String = "a cat") -> Document.Block {
        .picture(Document.PictureBlock(address: "cat.png", alternative: words, attributes: attributes))
    }

    /// A page with a picture of so many pixels.
    private func frame(
        _ blocks: [Document.Block], title: String = "Cats", width: Int = 400, height: Int = 200,
        style: PictureStyle = .blocks, revision: Int = 0
    ) throws -> PageFrame {
        var page = Page(id: PageID("p"), title: title, body: "![a cat](cat.png)", format: .markdown)
        page.pictures = [PagePicture(address: "cat.png", asset: try asset(), width: width, height: height)]
        var frame = PageFrame(page: page, borders: .unicode)
        frame.document = Document(blocks)
        frame.pictures = PictureSupply(source, style: style, revision: revision)
        frame.isOpen = true
        frame.isBare = true
        return frame
    }

    private func placement(_ frame: PageFrame, columns: Int = 100, rows: Int = 40) throws -> PicturePlacement {
        let placements = frame.draw(columns: columns, rows: rows).placements
        #expect(placements.count == 1)
        return try #require(placements.first)
    }

    @Test func aPictureKeepsItsProportionsAndStandsInTheMiddle() throws {
        let text = Document.Block.paragraph([.text("Text.")])
        let place = try placement(frame([text, block()]))
        // 400 pixels in columns of 8, 200 in rows of 16; 96 columns between the edges.
        #expect((place.columns, place.rows) == (50, 13))
        #expect(place.column == 2 + (96 - 80) / 2 + (80 - 50) / 2)
        let half = try placement(frame([text, block("width=50%")]))
        #expect((half.columns, half.rows) == (48, 12) && half.column == 2 + 24)
        let right = try placement(frame([text, .aligned(.trailing, [block()])]))
        #expect(right.column == 2 + 8 + 30)
    }

    @Test func aPictureAloneTakesThePage() throws {
        let alone = try placement(frame([block()], title: "a cat"))
        #expect((alone.columns, alone.rows) == (96, 24))
        #expect(alone.row == 1 + 7, "in the middle of 38 rows")
        let high = try placement(frame([block()], title: "a cat", width: 100, height: 1_000))
        #expect((high.columns, high.rows) == (8, 38), "no higher than the page")
        let titled = try frame([block()]).draw(columns: 100, rows: 40)
        #expect(titled.lines[1].contains("Cats"), "a title of its own stands above it")
        let untitled = try frame([block()], title: "a cat").draw(columns: 100, rows: 40)
        #expect(!untitled.lines.contains { $0.contains("a cat") })
    }

    @Test func picturesShareWhatTheTextLeaves() throws {
        let lines = (1...20).map { Document.Block.paragraph([.text("Line \($0).")]) }
        let drawn = try frame(lines + [block("full")], height: 400).overflow(columns: 100, rows: 40)
        #expect(drawn != .none, "one that is to be as large as the page makes it longer")
        let beside = try frame(Array(lines.prefix(8)) + [block()], width: 1_000, height: 1_000)
        #expect(beside.overflow(columns: 100, rows: 40) == .none)
        #expect(try placement(beside).rows >= 40 / 3 - 1)
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [block()]), Document.Column(weight: 1, [block()]),
        ])
        let pair = try frame([columns]).draw(columns: 100, rows: 40).placements
        #expect(pair.map(\.row) == [pair[0].row, pair[0].row] && pair.map(\.columns) == [46, 46])
        #expect(pair.map(\.column) == [2, 2 + 46 + 3])
    }

    @Test func blocksHaveTwoColoursAndLettersNone() throws {
        let screen = try frame([block()]).draw(columns: 60, rows: 20)
        let place = try #require(screen.placements.first)
        let cell = screen[column: place.column, row: place.row]
        #expect(cell.character == "▀" && cell.style.ink.colour?.red == 0xC8 && cell.style.ground.colour?.blue == 0xDC)
        let letters = try frame([block()], style: .letters).draw(columns: 60, rows: 20)
        #expect(letters.lines.contains { $0.contains("####") })
        #expect(!ScreenDiff.bytes(from: nil, to: letters, colours: .none).contains(0xE2))
    }

    /// Where a half has no colour the page shows through it.
    @Test func halvesWithoutAColourAreLeftOut() {
        let (red, blue): (Int32, Int32) = (0xFF0000, 0x0000FF)
        let cells = CellPicture(
            columns: 6, rows: 1, symbols: [0x2580, 0x2580, 0x2580, 0x2580, 0x23, 0x1B],
            inks: [red, red, -1, -1, red, red], grounds: [blue, -1, blue, -1, -1, blue]
        ).row(0)
        #expect(String(cells.map(\.character)) == "▀▀▄ # ")
        let (inks, grounds) = (cells.map(\.style.ink.colour?.red), cells.map(\.style.ground.colour?.blue))
        #expect(inks == [0xFF, 0xFF, 0, nil, 0xFF, nil] && grounds == [0xFF, nil, nil, nil, nil, 0xFF])
        #expect(cells[2].style.ink.colour?.blue == 0xFF, "the lower half has the colour of the ground")
    }

    @Test func wordsStandInThePlaceOfWhatIsNotThere() throws {
        source.isThere = false
        let waiting = try frame([block(), .paragraph([.text("below")])]).draw(columns: 60, rows: 30)
        source.isThere = true
        let drawn = try frame([block(), .paragraph([.text("below")])]).draw(columns: 60, rows: 30)
        #expect(waiting.lines.contains { $0.contains("[a cat]") })
        #expect(waiting.lines.firstIndex { $0.contains("below") } == drawn.lines.firstIndex { $0.contains("below") })
        let words = try frame([block()], style: .words).draw(columns: 60, rows: 30)
        #expect(words.lines.contains { $0.contains("[a cat]") } && words.placements.isEmpty)
        var unknown = try frame([block(), .paragraph([.text("below")])])
        unknown.pictures = nil
        #expect(unknown.draw(columns: 60, rows: 30).lines.contains { $0.contains("[a cat]") })
    }

    @Test func layoutsAreKeptUntilAPictureArrives() throws {
        var layouts = LayoutCache()
        let first = try frame([block()])
        for _ in 0..<3 {
            layouts.turn()
            _ = first.draw(columns: 60, rows: 20, layouts: &layouts)
        }
        #expect(layouts.count == 1 && source.asked.count == 1, "a frame of a drag asks for nothing")
        layouts.turn()
        _ = try frame([block()], revision: 1).draw(columns: 60, rows: 20, layouts: &layouts)
        #expect(layouts.count == 2)
    }

    @Test func pixelsAreOnlyForWhatIsWhollySeen() throws {
        let frame = try frame([block()])
        let drawn = frame.draw(columns: 60, rows: 20)
        let place = try #require(drawn.placements.first)
        var screen = Screen(columns: 60, rows: 20)
        screen.place(drawn, column: 0, row: 0)
        #expect(screen.placements == [place])
        var moved = Screen(columns: 60, rows: 20)
        moved.place(drawn, column: -place.column - 1, row: 0)
        #expect(moved.placements.isEmpty, "a part of it is outside")
        screen.write("x", column: place.column + 1, row: place.row + 1)
        #expect(screen.placements.isEmpty, "something stands over it")
        var scrolled = try self.frame([block()] + (1...30).map { .paragraph([.text("\($0)")]) })
        scrolled.scroll = 2
        #expect(scrolled.draw(columns: 60, rows: 20).placements.isEmpty)
        let below = try self.frame((1...6).map { .paragraph([.text("\($0)")]) } + [block("full")])
        let end = below.draw(columns: 60, rows: 20)
        #expect(end.lines.contains { $0.contains("▀") } && end.placements.isEmpty, "its last rows are below the window")
    }

    @Test func aForgottenPictureIsDrawnAgain() throws {
        let screen = try frame([block()]).draw(columns: 60, rows: 20)
        let bytes = ScreenDiff.bytes(from: screen.forgetting(screen.placements.map(\.area)), to: screen)
        let cells = screen.placements.reduce(0) { $0 + $1.columns * $1.rows }
        #expect(String(decoding: bytes, as: UTF8.self).count { $0 == "▀" } == cells)
    }

    @Test func coloursThatStayAreNotWrittenAgain() throws {
        let screen = try frame([block()]).draw(columns: 60, rows: 20)
        let text = String(decoding: ScreenDiff.bytes(from: nil, to: screen), as: UTF8.self)
        let place = try #require(screen.placements.first)
        #expect(text.count { $0 == "m" } <= 3 * place.rows + 10, "one colour for a row")
        let few = String(decoding: ScreenDiff.bytes(from: nil, to: screen, colours: .indexed), as: UTF8.self)
        #expect(!few.contains("38;2;") && few.contains("38;5;"))
    }

    /// A terminal moves the cells of a dragged picture itself; only what comes in at the edge is written.
    @Test func aDraggedPictureTakesFewBytes() throws {
        let noise = NoiseSource()
        var scene = Scene(
            pages: try (0..<3).map { number in
                var page = Page(id: PageID("\(number)"), title: "", body: "![a](\(number).png)", format: .markdown)
                page.pictures = [PagePicture(address: "\(number).png", asset: try asset(), width: 2_000, height: 1_600)]
                return WindowPage(index: PageIndex(Int64(number)), item: number, page: page)
            }, position: Position(page: PageIndex(1)), origin: PageIndex(1), configuration: Configuration(.threePage),
            status: StatusLine(room: "talk", place: .listed(number: 2, count: 3), phase: .idle, members: 1),
            borders: .unicode)
        for number in 0..<3 {
            scene.documents[PageID("\(number)")] = Document([
                .picture(.init(address: "\(number).png", alternative: "a"))
            ])
        }
        scene.pictures = PictureSupply(noise, style: .blocks, revision: 0)
        var layouts = LayoutCache()
        let first = scene.draw(columns: 110, rows: 44, layouts: &layouts)
        #expect(first.placements.count == 1)
        let whole = ScreenDiff.bytes(from: nil, to: first).count
        let few = ScreenDiff.bytes(from: nil, to: first, colours: .indexed).count
        var last = first
        var bytes: [Int] = []
        let clock = ContinuousClock()
        var time = Duration.zero
        for step in 1...20 {
            scene.position = Position(page: PageIndex(1)) + Distance(units: Int64(step) * 2_000)
            time += clock.measure {
                let next = scene.draw(columns: 110, rows: 44, layouts: &layouts)
                bytes.append(ScreenDiff.bytes(from: last, to: next).count)
                last = next
            }
            #expect(last.placements.isEmpty)
        }
        // The first frame also draws the frames of the pages.
        #expect(bytes.dropFirst().allSatisfy { $0 * 2 <= whole }, "\(bytes) of \(whole)")
        #expect(noise.drawn <= 3, "each picture once")
        print(
            "a picture of \(first.placements[0].columns)x\(first.placements[0].rows) cells: \(whole) bytes, \(few) in 256 colours; frames of a drag \(bytes), \(time / 20) each"
        )
    }
}

/// A source of pictures in which no two cells are alike.
private final class NoiseSource: PictureSource, @unchecked Sendable {
    // Sendable because a test uses it on one thread.
    private(set) var drawn = 0

    func cells(of asset: AssetName, columns: Int, rows: Int, style: PictureStyle) -> CellPicture? {
        drawn += 1
        let colours = (0..<columns * rows).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) & 0xFFFFFF }
        return CellPicture(
            columns: columns, rows: rows, symbols: Array(repeating: 0x2580, count: columns * rows), inks: colours,
            grounds: colours.map { $0 ^ 0x7F7F7F })
    }
}
