import PagingContent
import PagingEngine
import PagingRoom
import Pictures
import TerminalDevice
import TestSupport
import Testing

@testable import TerminalView
@testable import riffle

/// The bytes with which terminals get pixels, and without which they move.
@Suite struct PixelPicturesTests {
    private let device = ScriptedDevice()
    private let now = Instant(milliseconds: 0)
    private let pictures: AssetPictures
    private let asset: AssetName

    init() throws {
        let bytes = try #require(PixelPicturesTests.file)
        pictures = AssetPictures { _ in bytes }
        asset = try #require(AssetName(String(repeating: "f", count: 64)))
    }

    private static let file = try? PictureFiles.prepared(
        at: Repository.file("Examples/decks/pictures/hills.png").path, mostBytes: 1 << 20
    ).bytes

    /// A view of a page with a picture; `offset` is a part of a page.
    private func view(offset: Double = 0, note: String? = nil) throws -> RoomViewModel {
        var view = try #require(SessionRoom().view)
        var page = Page(id: PageID("p"), title: "Hills", body: "![hills](hills.png)", format: .markdown)
        page.pictures = [PagePicture(address: "hills.png", asset: asset, width: 320, height: 180)]
        var replica = view.replica
        replica.window = replica.window.map { WindowPage(index: $0.index, item: $0.item, page: page) }
        let position = replica.position + Distance(units: Int64(offset * Double(Position.unitsPerPage)))
        var drawn = RoomViewModel(name: "talk", replica: replica, position: position, now: now)
        drawn.documents = [page.id: Document([.picture(.init(address: "hills.png", alternative: "hills"))])]
        drawn.pictures = pictures.supply(.blocks)
        drawn.note = note
        view = drawn
        return view
    }

    private func display(_ choice: PixelChoice) -> TerminalDisplay {
        TerminalDisplay(
            device: device, borders: .unicode, colours: .full, size: nil, pixels: PixelPictures(choice))
    }

    /// The bytes after each answer of the terminal.
    private func answer(_ text: String, _ display: TerminalDisplay) -> [Key] {
        device.typed = Array(text.utf8)
        return display.keys(at: now) ?? []
    }

    @Test func kittyIsAskedAndGetsTheFileOnce() throws {
        let display = display(.asked(isITerm: false))
        try display.show(view())
        let first = device.text()
        #expect(
            first.contains("▀") && first.hasSuffix("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"))
        #expect(answer("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c", display).isEmpty)
        try display.show(view())
        let placed = device.text()
        #expect(
            placed.contains("\u{1B}_Ga=t,f=100,t=d,i=268435455,q=2,m=") && placed.contains("\u{1B}_Ga=p,i=268435455,"))
        #expect(!placed.contains("▀"), "the cells are there already")
        try display.show(view())
        #expect(device.text().isEmpty)
        try display.show(view(note: "a note"))
        #expect(!device.text().contains("_G"), "what stays is not touched")
        // A drag begins: the pixels go first, then the cells move.
        try display.show(view(offset: 0.2))
        let moved = device.text()
        #expect(moved.hasPrefix("\u{1B}_Ga=d,d=i,i=268435455,p="))
        try display.show(view(offset: 0.3))
        #expect(!device.text().contains("_G"))
        try display.show(view())
        let again = device.text()
        #expect(again.contains("a=p") && !again.contains("a=t"), "the terminal has the file")
        display.finish()
        #expect(device.text() == "\u{1B}_Ga=d,d=I,i=268435455,q=2\u{1B}\\")
    }

    /// Kitty forgets files that stand nowhere when the whole screen is erased at once (ED 2).
    @Test func picturesBesideATitleOfDoubleSizeComeAgainAfterAnotherSize() throws {
        let display = TerminalDisplay(
            device: device, borders: .unicode, colours: .full, size: nil, pixels: PixelPictures(.known(.kitty)),
            titles: ScaledTitles(.known(.scaled)))
        try display.show(view())
        let first = device.text()
        #expect(first.contains("]66;s=2;Hills") && first.contains("_Ga=t") && first.contains("_Ga=p"))
        device.size = TerminalSize(columns: 80, rows: 24)
        try display.show(view())
        let resized = device.text()
        #expect(resized.contains("]66;s=2;Hills") && resized.contains("_Ga=p"))
        #expect(resized.contains("_Ga=t") || !resized.contains("\u{1B}[2J"), "the file is there")
    }

    @Test func aTerminalWithSixelsGetsThemAndItsCellsAgain() throws {
        let display = display(.asked(isITerm: false))
        try display.show(view())
        _ = device.text()
        _ = answer("\u{1B}_Gi=31;ENODATA\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62;4;22c", display)
        try display.show(view())
        let placed = device.text()
        #expect(placed.contains("\u{1B}P0;1;0q") && !placed.contains("▀"))
        try display.show(view(offset: 0.2))
        #expect(device.text().contains("▀"), "the cells below are drawn before they move")
    }

    @Test func iTermGetsTheFileWithinTheText() throws {
        let display = display(.asked(isITerm: true))
        try display.show(view())
        _ = device.text()
        _ = answer("\u{1B}[?62;4c", display)
        try display.show(view())
        let size = Self.file?.count ?? 0
        #expect(device.text().contains("\u{1B}]1337;File=inline=1;size=\(size);width="))
    }

    @Test(arguments: ["", "\u{1B}[?1;2c", "\u{1B}[?62;4c"])
    func anyOtherTerminalKeepsItsCells(answer text: String) throws {
        let display = display(.asked(isITerm: false))
        try display.show(view())
        _ = device.text()
        if !text.isEmpty { _ = answer(text, display) }
        try display.show(view())
        #expect(device.text().isEmpty)
        display.finish()
        #expect(device.text().isEmpty)
    }

    @Test func whoWantsBlocksIsNotAsked() throws {
        let display = display(.none)
        try display.show(view())
        let text = device.text()
        #expect(text.contains("▀") && !text.contains("_G") && !text.contains("[c"))
    }

    @Test(arguments: [
        (["LANG": "C.UTF-8", "TERM": "xterm-256color"], PixelChoice.asked(isITerm: false)),
        (["LANG": "C.UTF-8", "TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .asked(isITerm: true)),
        (["LANG": "C.UTF-8", "TERM": "xterm-kitty", "TMUX": "/tmp/x"], .none),
        (["LANG": "C.UTF-8", "TERM": "tmux-256color"], .none), (["LANG": "C", "TERM": "xterm-kitty"], .none),
        (["LANG": "C.UTF-8", "TERM": "xterm-kitty", "NO_COLOR": "1"], .none),
    ])
    func theEnvironmentSaysWhetherATerminalIsAsked(environment: [String: String], choice: PixelChoice) throws {
        #expect(try DrawingOptions.parse([]).pixels(environment) == choice)
        #expect(try DrawingOptions.parse(["--pictures", "kitty"]).pixels(environment) == .known(.kitty))
        #expect(try DrawingOptions.parse(["--pictures", "blocks"]).pixels(environment) == .none)
        #expect(try DrawingOptions.parse(["--pictures", "off"]).pictureStyle(environment) == .words)
    }
}
