import TestPeers
import Testing

@testable import TerminalView

@Suite struct ScreenTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("\u{200B}", 0), ("\u{202E}", 0), ("\u{7}", 1),
            ("\u{1B}", 1), ("\u{85}", 1), ("\0", 1), ("你", 2), ("ガ", 2), ("ｶ", 1), ("Ａ", 2), ("한", 2), ("👋", 2),
            ("👋🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("→", 1), ("…", 1), ("─", 1), ("𠀀", 2),
            ("⌚", 2),
            ("¡", 1), ("я", 1), ("ع", 1),
        ])
    func columnsOfACluster(character: Character, columns: Int) {
        #expect(character.columns == columns)
    }

    @Test func textIsWrittenUpToItsEnd() {
        var screen = Screen(columns: 6, rows: 2)
        #expect(screen.write("a你b", column: 1, row: 0) == 5)
        #expect(screen.write("你你你", column: 1, row: 1, end: 4) == 4)
        #expect(screen.lines == [" a你b", " 你"])
        #expect(screen[column: 3, row: 0].width == 0)
        #expect(screen[column: 2, row: 0].width == 2)
    }

    @Test func nothingIsWrittenOutside() {
        var screen = Screen(columns: 3, rows: 1)
        screen.write("abcdef", column: 1, row: 0)
        screen.write("x", column: 0, row: 1)
        screen.write("x", column: 0, row: -1)
        screen.write("xyz", column: -2, row: 0)
        #expect(screen.lines == ["zab"])
    }

    @Test func aWideClusterCutInHalfBecomesBlank() {
        var screen = Screen(columns: 4, rows: 1)
        screen.write("你好", column: 0, row: 0)
        screen.write("x", column: 1, row: 0)
        #expect(screen.lines == [" x好"])
        screen.write("y", column: 2, row: 0)
        #expect(screen.lines == [" xy"])
        screen.write("你好", column: 0, row: 0)
        screen.write("中", column: 1, row: 0)
        #expect(screen.lines == [" 中"])
        #expect(screen.cells.allSatisfy { $0.width > 0 } == false)
    }

    @Test func aScreenLaidOverIsClippedAtEveryEdge() {
        var card = Screen(columns: 4, rows: 3)
        for row in 0..<3 { card.write("你好", column: 0, row: row) }
        let table = [
            (-3, " ..."), (-2, "好.."), (-1, " 好."), (0, "你好"), (1, ".你"), (2, "..你"), (3, "..."),
        ]
        for (column, expected) in table {
            var screen = Screen(columns: 4, rows: 1)
            screen.write("....", column: 0, row: 0)
            screen.place(card, column: column, row: -1)
            #expect(screen.lines == [expected], "at \(column)")
        }
        var screen = Screen(columns: 4, rows: 2)
        screen.place(card, column: -4, row: 0)
        screen.place(card, column: 4, row: 0)
        screen.place(card, column: 0, row: 2)
        screen.place(card, column: 0, row: -3)
        #expect(screen == Screen(columns: 4, rows: 2))
    }

    /// A cell keeps a stand-in for them; the screen knows the clusters.
    @Test func clustersOfSeveralScalarsAreReadAsWritten() {
        let text = "a👩‍👩‍👧e\u{301}🇩🇪❤️你"
        var card = Screen(columns: 10, rows: 1)
        card.write(text, column: 0, row: 0)
        var screen = Screen(columns: 10, rows: 2)
        screen.write("e\u{302}", column: 0, row: 0)
        screen.place(card, column: 0, row: 1)
        #expect(screen.lines == ["e\u{302}", text])
        #expect(screen.row(1).filter { !$0.isContinuation }.map(\.character) == Array(text))
        #expect(screen[column: 3, row: 1] == Cell("e\u{301}", width: 1, style: .plain))
        var terminal = ModelTerminal(columns: 10, rows: 2)
        terminal.write(ScreenDiff.bytes(from: nil, to: screen))
        #expect(terminal.difference(from: screen) == nil)
    }

    /// The bound of the memory for pictures counts on it.
    @Test func aCellTakes24Bytes() {
        #expect(MemoryLayout<PackedCell>.stride == 24)
    }

    @Test func aScreenHasAtLeastOneCellAndNeverTooMany() {
        #expect(Screen(columns: 0, rows: -3).cells.count == 1)
        #expect(Screen(columns: 1 << 40, rows: 1).columns == 1_000)
    }

    @Test(
        arguments: [
            ("", 5, []), ("a b", 5, ["a b"]), ("aa bb cc", 5, ["aa bb", "cc"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a\n\nb", 5, ["a", "", "b"]), ("  aa bb cc", 6, ["  aa", "  bb", "  cc"]), ("你好你", 4, ["你好", "你"]),
            ("你好", 3, ["你", "好"]), ("a\tb", 9, ["a   b"]), ("a  b", 9, ["a  b"]), ("ab     cd", 4, ["ab", "cd"]),
            ("x abcdefgh", 4, ["x", "abcd", "efgh"]), ("你", 1, ["你"]), ("a\r\nb", 3, ["a", "b"]),
        ])
    func wrapping(text: String, columns: Int, lines: [String]) {
        #expect(ColumnText.wrapped(text, columns: columns) == lines)
    }
}
