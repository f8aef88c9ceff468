import PagingEngine
import Testing

@testable import TerminalView

@Suite struct IntentReaderTests {
    private func intents(_ keys: [Key]) -> [Intent] {
        var reader = IntentReader()
        return keys.compactMap { reader.read($0) }
    }

    private func typed(_ text: String) -> [Intent] {
        intents(text.map { $0 == "\n" ? .enter : .character($0) })
    }

    @Test(arguments: [Key.character(" "), .right, .character("l"), .enter, .character("n"), .pageDown])
    func nextPage(key: Key) { #expect(intents([key]) == [.next(count: 1)]) }

    @Test(arguments: [Key.left, .character("h"), .character("p"), .backspace, .pageUp])
    func pageBefore(key: Key) { #expect(intents([key]) == [.back(count: 1)]) }

    @Test(
        arguments: [
            ("gg", [Intent.first]), ("G", [.last]), ("12\n", [.goTo(page: 12)]), ("7G", [.goTo(page: 7)]),
            ("-3\n", [.goTo(page: -3)]), ("3l", [.next(count: 3)]), ("10h", [.back(count: 10)]),
            ("0 ", [.next(count: 1)]), ("q", [.quit]), ("?", [.help]), (",", [.swipe(.back)]), ("<", [.swipe(.back)]),
            (".", [.swipe(.forward)]),
            (">", [.swipe(.forward)]), ("S", [.skip(count: 1)]), ("4S", [.skip(count: 4)]), ("j", [.scroll(lines: 1)]),
            ("12k", [.scroll(lines: -12)]), ("/", [.search]), ("N", [.previousHit]), ("o", [.overview]),
            ("s", [.notes]), ("f", [.follow]), ("=", [.live]), ("D", [.baton]), ("P", [.pass]), ("b", [.blank]),
            ("c", [.pointer]), ("t", [.timer]), ("C", [.theme]), ("T", [.restartTimer]), ("m", [.mouse]),
            ("x", [.unknown("x")]),
            ("gx", [.unknown("gx")]), ("4x", [.unknown("4x")]),
            ("-x", [.unknown("-x")]), ("5gg", [.first]), ("lq", [.next(count: 1), .quit]),
            ("123456789012\n", [.unknown("123456789012"), .next(count: 1)]),
        ])
    func whatIsTyped(text: String, intents: [Intent]) { #expect(typed(text) == intents) }

    @Test func otherKeys() {
        #expect(intents([.control("c")]) == [.quit])
        #expect(intents([.home, .end]) == [.first, .last])
        #expect(intents([.control("z")]) == [.suspend])
        #expect(intents([.control("x")]) == [.unknown("Ctrl-X")])
        #expect(intents([.mouse(MouseReport(.move, column: 1, row: 1)), .focus(false)]).isEmpty)
        #expect(intents([.unknown([0xFF])]) == [.unknown("this key")])
    }

    @Test func escapeForgetsWhatWasTyped() {
        #expect(intents([.character("3"), .escape, .character("l")]) == [.next(count: 1)])
        #expect(intents([.character("g"), .escape, .character("g"), .character("g")]) == [.first])
    }

    @Test func whatWaitsCanBeShown() {
        var reader = IntentReader()
        _ = reader.read(.character("4"))
        _ = reader.read(.character("2"))
        #expect(reader.pending == "42")
        _ = reader.read(.character("g"))
        #expect(reader.pending == "42g")
        _ = reader.read(.escape)
        #expect(reader.pending.isEmpty)
    }

    @Test func everyKeyOfTheTableIsInTheHelpAndMeansSomething() {
        let help = KeyTable.standard.helpLines
        #expect(help.count == KeyTable.standard.rows.count)
        for (row, line) in zip(KeyTable.standard.rows, help) {
            #expect(line.hasSuffix(row.meaning))
            for sequence in row.sequences {
                #expect(line.contains(sequence.map(\.name).joined()))
                var keys = sequence
                if row.count == .required { keys.insert(.character("2"), at: 0) }
                let found = intents(keys)
                #expect(found.count == 1)
                if case .unknown = found.first { Issue.record("\(line) is unknown") }
            }
        }
    }

    @Test func noSequenceBelongsToTwoRows() {
        for hasCount in [true, false] {
            let all = KeyTable.standard.rows.filter { ($0.count == .required) == hasCount }.flatMap(\.sequences)
            #expect(Set(all).count == all.count)
        }
    }
}
