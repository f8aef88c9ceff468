import PagingContent
import PagingEngine
import PagingRoom
import TerminalDevice
import TestPeers
import Testing

@testable import TerminalView
@testable import riffle

/// A device that shows what it is sent on a model terminal, which answers.
private final class ModelDevice: ScriptedDevice {
    private(set) var model: ModelTerminal

    init(_ scaling: ModelTerminal.Scaling, columns: Int, rows: Int) {
        model = ModelTerminal(freshWithColumns: columns, rows: rows)
        model.scaling = scaling
        super.init()
        size = TerminalSize(columns: columns, rows: rows)
    }

    override func take(_ picture: [UInt8]) -> Bool {
        model.write(picture)
        typed += model.takeAnswers()
        return super.take(picture)
    }

    func resize(columns: Int, rows: Int) {
        model.resize(columns: columns, rows: rows)
        size = TerminalSize(columns: columns, rows: rows)
    }
}

/// Titles of double size on terminals that know them, and their cells once they have gone.
@Suite struct ScaledTitlesTests {
    private let now = Instant(milliseconds: 0)

    /// A view of a page; `offset` is a part of a page.
    private func view(
        _ title: String = "A title", offset: Double = 0, note: String? = nil, scroll: Int = 0, theme: Theme = .standard,
        help: String? = nil
    ) throws -> RoomViewModel {
        let known = try #require(SessionRoom().view)
        let lines = (1...60).map { "line \($0)" }.joined(separator: "\n")
        let page = Page(id: PageID("p"), title: title, body: lines)
        var replica = known.replica
        replica.window = replica.window.map { WindowPage(index: $0.index, item: $0.item, page: page) }
        let position = replica.position + Distance(units: Int64(offset * Double(Position.unitsPerPage)))
        var view = RoomViewModel(name: "talk", replica: replica, position: position, now: now)
        view.note = note
        view.scrolls[page.id] = scroll
        view.theme = theme
        if let help { view.overlay = Page(id: PageID("help"), title: "Keys", body: help) }
        return view
    }

    /// Shows views one after the other, and checks that the terminal has the cells of each that has no title of double size.
    private func play(
        _ choice: TitleChoice, _ scaling: ModelTerminal.Scaling,
        _ steps: [(view: RoomViewModel, large: [String])]
    ) throws -> ModelDevice {
        let device = ModelDevice(scaling, columns: 60, rows: 20)
        let display = TerminalDisplay(
            device: device, borders: .unicode, colours: .full, size: nil, titles: ScaledTitles(choice))
        for (number, step) in steps.enumerated() {
            display.show(step.view)
            #expect(display.keys(at: now) == [])
            display.show(step.view)
            #expect(device.model.largeTexts == step.large, "step \(number)")
            #expect(device.model.failures == [], "step \(number)")
            guard step.large.isEmpty else { continue }
            var layouts = LayoutCache()
            let screen = step.view.draw(columns: 60, rows: 20, borders: .unicode, layouts: &layouts)
            #expect(device.model.difference(from: screen) == nil, "step \(number)")
        }
        display.finish()
        #expect(device.model.largeTexts == [] && device.model.failures == [])
        return device
    }

    private static let help = String(repeating: "a key\n", count: 40)

    private func steps(_ large: [String], other: [String] = []) throws -> [(view: RoomViewModel, large: [String])] {
        let wide = String(repeating: "a key, ", count: 20)
        return [
            (try view(), large), (try view(note: "a note"), large), (try view(scroll: 3), large),
            (try view(scroll: 9), large), (try view(offset: 0.2), []), (try view(offset: 0.3), []), (try view(), large),
            (try view("Another 好"), other), (try view("Another"), large.isEmpty ? [] : ["Another"]),
            (try view(String(repeating: "a", count: 50)), []), (try view(), large),
            (try view(help: Self.help + wide), []), (try view(), large),
            (try view(theme: #require(Theme("dracula"))), large), (try view(), large), (try view(offset: -0.4), []),
        ]
    }

    @Test func aTerminalThatScalesIsAskedAndShowsTitles() throws {
        let device = try play(.asked, .known, steps(["A title"], other: ["Another 好"]))
        let text = device.text()
        #expect(text.hasPrefix("\u{1B}[1;1H\u{1B}]66;s=2; \u{1B}\\\u{1B}[6n"), "before anything else")
        #expect(text.split(separator: "\u{1B}[6n", omittingEmptySubsequences: false).count == 2, "once")
    }

    @Test(arguments: [ModelTerminal.Scaling.unknown, .silent])
    func anyOtherTerminalKeepsItsCells(scaling: ModelTerminal.Scaling) throws {
        let device = try play(.asked, scaling, steps([]))
        #expect(
            device.text().split(separator: "]66;", omittingEmptySubsequences: false).count == 2,
            "the question and nothing else")
    }

    @Test func rowsOfDoubleSizeBecomeUsualRowsAgain() throws {
        let text = try play(.known(.doubleRows), .unknown, steps(["A title"])).text()
        #expect(!text.contains("]66;") && !text.contains("[6n"))
    }

    @Test func whoWantsPlainTitlesIsNotAsked() throws {
        let text = try play(.plain, .known, steps([])).text()
        #expect(!text.contains("]66;") && !text.contains("\u{1B}#") && !text.contains("[6n"))
    }

    @Test(arguments: [TitleForm.scaled, .doubleRows])
    func nothingOfATitleStaysAfterAnotherSize(form: TitleForm) throws {
        let device = ModelDevice(.known, columns: 60, rows: 20)
        let display = TerminalDisplay(
            device: device, borders: .unicode, colours: .full, size: nil, titles: ScaledTitles(.known(form)))
        try display.show(view())
        device.resize(columns: 120, rows: 30)
        try display.show(view())
        #expect(device.model.largeTexts == ["A title"])
        try display.show(view(note: "a note"))
        _ = device.text()
        try display.show(view(note: "another note"))
        let text = device.text()
        #expect(!text.contains("A title"), "what stays is not written again: \(text.debugDescription)")
        try display.show(view(offset: 0.2))
        #expect(device.model.failures == [] && device.model.largeTexts == [])
    }

    /// The next program on the terminal may not clear it.
    @Test(arguments: [TitleForm.scaled, .doubleRows]) func aTitleGoesWithItsWindow(form: TitleForm) throws {
        let device = ModelDevice(.known, columns: 60, rows: 20)
        let display = TerminalDisplay(
            device: device, borders: .unicode, colours: .full, size: nil, titles: ScaledTitles(.known(form)))
        try display.show(view())
        #expect(device.model.largeTexts == ["A title"])
        display.finish()
        #expect(device.model.largeTexts == [] && device.model.failures == [])
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], TitleChoice.asked), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .asked),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], .plain), (["TERM": "xterm-kitty", "STY": "1.x"], .plain),
        (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)"], .known(.doubleRows)),
        (["TERM": "tmux-256color", "XTERM_VERSION": "XTerm(379)"], .plain),
        (["TERM": "screen", "KITTY_WINDOW_ID": "1"], .plain),
        (["TERM": "xterm-256color", "XTERM_VERSION": "XTerm(379)", "VTE_VERSION": "7006"], .plain),
        (["TERM": "xterm-256color"], .plain), (["TERM": "dumb"], .plain), ([:], .plain),
    ])
    func theEnvironmentSaysWhatATerminalKnows(environment: [String: String], choice: TitleChoice) throws {
        #expect(try DrawingOptions.parse([]).titleChoice(environment) == choice)
        #expect(try DrawingOptions.parse(["--titles", "scaled"]).titleChoice(environment) == .known(.scaled))
        #expect(try DrawingOptions.parse(["--titles", "double"]).titleChoice(environment) == .known(.doubleRows))
        #expect(try DrawingOptions.parse(["--titles", "plain"]).titleChoice(environment) == .plain)
    }
}
