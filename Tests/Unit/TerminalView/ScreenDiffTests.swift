import PagingContent
import PagingEngine
import TestPeers
import Testing

@testable import TerminalView

@Suite struct ScreenDiffTests {
    private static let alphabet: [String] = [
        " ", " ", " ", "a", "b", "Z", "|", "-", "─", "é", "你", "好", "👋", "👩‍👩‍👧", "🇩🇪", "…", "→", "❤️", "·", "ع",
    ]

    private func randomScreen(columns: Int, rows: Int, using random: inout SplitMix) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Self.alphabet.randomElement(using: &random) ?? " "
            }.joined()
            screen.write(
                text, column: Int.random(in: -2..<columns, using: &random),
                row: Int.random(in: 0..<rows, using: &random),
                style: .random(using: &random))
        }
        return screen
    }

    @Test(arguments: UInt64(1)...300)
    func aModelTerminalShowsEveryFrame(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var shown: Screen?
        var terminal = ModelTerminal(columns: 1, rows: 1)
        for step in 0..<12 {
            if shown == nil || Int.random(in: 0..<6, using: &random) == 0 {
                let columns = Int.random(in: 1...30, using: &random)
                let rows = Int.random(in: 1...6, using: &random)
                terminal = ModelTerminal(columns: columns, rows: rows)
                if shown?.columns == columns, shown?.rows == rows { shown = nil }
            }
            var next = randomScreen(columns: terminal.columns, rows: terminal.rows, using: &random)
            if let shown, Bool.random(using: &random) {
                var changed = shown
                changed.place(next, column: Int.random(in: -8...8, using: &random), row: 0)
                if changed.columns == terminal.columns, changed.rows == terminal.rows { next = changed }
            }
            terminal.write(ScreenDiff.bytes(from: shown, to: next))
            #expect(terminal.difference(from: next) == nil, "seed \(seed), step \(step)")
            shown = next
        }
    }

    /// Terminals differ about some clusters; what stands beside these must not be moved by that.
    @Test(arguments: UInt64(1)...100, [1, 2])
    func disagreementAboutAClusterStaysWithIt(seed: UInt64, width: Int) {
        var random = SplitMix(seed: seed)
        let doubtful: Set<Character> = ["…", "→", "·", "❤️"]
        var terminal = ModelTerminal(columns: 24, rows: 3) { doubtful.contains($0) ? width : $0.columns }
        var shown: Screen?
        for step in 0..<6 {
            var next = Screen(columns: 24, rows: 3)
            for row in 0..<3 {
                for column in 0..<22 where Bool.random(using: &random) {
                    next.write(Self.alphabet.randomElement(using: &random) ?? "x", column: column, row: row)
                }
            }
            terminal.write(ScreenDiff.bytes(from: shown, to: next))
            #expect(terminal.difference(from: next, except: doubtful) == nil, "seed \(seed), step \(step)")
            shown = next
        }
    }

    @Test func equalScreensCostNothing() {
        let screen = Samples.scene(at: 1.3).draw(columns: 80, rows: 24)
        #expect(ScreenDiff.bytes(from: screen, to: screen).isEmpty)
    }

    @Test func theFirstPaintReplacesWhateverWasThere() {
        let screen = Samples.scene(at: 1.3).draw(columns: 80, rows: 24)
        var terminal = ModelTerminal(columns: 80, rows: 24)
        let bytes = ScreenDiff.bytes(from: nil, to: screen)
        terminal.write(bytes)
        #expect(terminal.difference(from: screen) == nil)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2J"))
    }

    @Test func aSmallChangeCostsFewBytes() {
        var screen = Screen(columns: 80, rows: 24)
        screen.write("page 4 of 12 | idle", column: 0, row: 23)
        var next = screen
        next.write("5", column: 5, row: 23)
        #expect(ScreenDiff.bytes(from: screen, to: next) == Array("\u{1B}[24;6H5".utf8))
        next.write("x", column: 9, row: 23)
        #expect(ScreenDiff.bytes(from: screen, to: next) == Array("\u{1B}[24;6H5 ofx".utf8))
        next.write("y", column: 60, row: 23)
        #expect(ScreenDiff.bytes(from: screen, to: next) == Array("\u{1B}[24;6H5 ofx\u{1B}[50Cy".utf8))
    }

    @Test func aRowThatEndsIsErased() {
        var screen = Screen(columns: 80, rows: 2)
        screen.write("a long line of text", column: 0, row: 0)
        var next = Screen(columns: 80, rows: 2)
        next.write("a", column: 0, row: 0)
        #expect(ScreenDiff.bytes(from: screen, to: next) == Array("\u{1B}[1;3H\u{1B}[K".utf8))
    }

    /// A page dragged sideways or up and down, row after row full of text in every style.
    @Test(arguments: UInt64(1)...24, [true, false])
    func aModelTerminalShowsDraggedText(seed: UInt64, isVertical: Bool) {
        var random = SplitMix(seed: seed)
        var strip = Screen(columns: isVertical ? 40 : 120, rows: isVertical ? 40 : 12)
        let alphabet = seed % 3 == 0 ? Self.alphabet : ["a", "b", " ", "好", "─", "é", "word", " of ", "text"]
        for row in 0..<strip.rows {
            var column = 0
            while column < strip.columns {
                let style = Style.random(using: &random)
                let text = (0..<6).map { _ in alphabet.randomElement(using: &random) ?? " " }.joined()
                column = strip.write(text, column: column, row: row, style: style)
            }
        }
        var terminal = ModelTerminal(columns: 40, rows: 13)
        var shown: Screen?
        var place = 20
        for step in 0..<20 {
            place = min(max(place + Int.random(in: -9...9, using: &random), 0), isVertical ? 28 : 80)
            var next = Screen(columns: 40, rows: 13)
            next.place(strip, column: isVertical ? 0 : -place, row: isVertical ? -place : 0)
            next.replace(row: 12, with: nil)
            next.write("status \(step)", column: 0, row: 12, style: .reversed)
            terminal.write(ScreenDiff.bytes(from: shown, to: next))
            #expect(terminal.difference(from: next) == nil, "seed \(seed), step \(step)")
            shown = next
        }
    }

    /// A page as full of text as one can be.
    private static func full(_ number: Int) -> Page {
        var random = SplitMix(seed: UInt64(number))
        let words = (0..<500).map { _ -> String in
            let letters = (0..<Int.random(in: 2...9, using: &random))
            return String(letters.map { _ in "etaoinshrdlu".randomElement(using: &random) ?? "x" })
        }
        return Page(id: PageID("full \(number)"), title: "Full \(number)", body: words.joined(separator: " "))
    }

    /// However far a frame of a drag is from the one before: up to a quarter of the page, which is a page in 130 ms.
    @Test(
        arguments: [1, 2, 3, 5, 8, 11, 15, 20].map { ($0, Configuration.Axis.horizontal) }
            + [1, 2, 3, 5].map { ($0, .vertical) })
    func aDragOfAFullPageCostsHalfOfRepainting(cells: Int, axis: Configuration.Axis) {
        let deck = (0..<3).map(Self.full)
        let extent = axis == .vertical ? 23 : 80
        let steps = max(1, extent / 2 / cells)
        for direction in [1.0, -1] {
            // The frames of pages that move are drawn once, when the drag begins.
            var scene = Samples.scene(at: 1, of: deck, axis: axis)
            scene.hasBorders = true
            var shown = scene.draw(columns: 80, rows: 24)
            for step in 1...steps {
                let place = 1 + direction * Double(step * cells) / Double(extent)
                scene.position = Samples.scene(at: place, of: deck, axis: axis).position
                let next = scene.draw(columns: 80, rows: 24)
                let changed = ScreenDiff.bytes(from: shown, to: next).count
                let repainted = ScreenDiff.bytes(from: nil, to: next).count
                #expect(changed * 2 <= repainted, "\(changed) of \(repainted) bytes at \(place)")
                shown = next
            }
        }
    }

    /// A drag over pages with some text in them costs less than drawing every frame whole.
    @Test func aDragCostsLessThanRepainting() {
        var shown = Samples.scene(at: 1).draw(columns: 80, rows: 24)
        var changed = 0
        var repainted = 0
        for step in 1...30 {
            let next = Samples.scene(at: 1 + Double(step) / 40).draw(columns: 80, rows: 24)
            changed += ScreenDiff.bytes(from: shown, to: next).count
            repainted += ScreenDiff.bytes(from: nil, to: next).count
            shown = next
        }
        #expect(changed * 2 < repainted, "\(changed) against \(repainted) bytes")
    }
}

extension Style {
    /// Any attributes, and perhaps the colour of code.
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> Style {
        let attributes = Attributes(rawValue: UInt8.random(in: 0...63, using: &random))
        return Style(attributes, ink: Bool.random(using: &random) ? .role(.code) : .none)
    }
}
