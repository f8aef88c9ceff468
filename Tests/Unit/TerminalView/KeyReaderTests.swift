import PagingEngine
import Testing

@testable import TerminalView

@Suite struct KeyReaderTests {
    private let start = Instant(milliseconds: 1_000)

    @Test func pastedTextIsNotKeys() {
        var reader = KeyReader()
        let bytes = Array("a\u{1B}[200~q \u{1B}[A\u{3}\u{1B}[201~b".utf8)
        #expect(reader.read(bytes, at: start) == [.character("a"), .paste, .character("b")])
        var keys: [Key] = []
        var slow = KeyReader()
        for byte in bytes { keys += slow.read([byte], at: start) }
        #expect(keys == [.character("a"), .paste, .character("b")])
    }

    @Test func aPasteWithoutItsEndEnds() {
        var reader = KeyReader()
        #expect(reader.read(Array("\u{1B}[200~qq".utf8), at: start) == [.paste])
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 999)) == [])
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 1_000)) == [])
        #expect(reader.read(Array("q".utf8), at: start) == [.character("q")])
    }

    private static let table: [(String, [Key])] = [
        ("a", [.character("a")]), (" ", [.character(" ")]),
        ("é你👋", [.character("é"), .character("你"), .character("👋")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\t", [.tab]),
        ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{1F}", [.control("_")]), ("\0", [.control(" ")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}OC\u{1B}OH", [.right, .home]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[2~\u{1B}[3~", [.insert, .delete]),
        ("\u{1B}[1;5C\u{1B}[5;2~", [.right, .pageUp]), ("\u{1B}OM", [.enter]), ("\u{1B}x", [.alternate("x")]),
        ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\r", [.escape, .enter]),
        ("\u{1B}[Mq", [.unknown(Array("\u{1B}[M".utf8)), .character("q")]),
        ("\u{1B}[99~q", [.unknown(Array("\u{1B}[99~".utf8)), .character("q")]),
        (
            "\u{1B}[<0;3;4M\u{1B}[<32;4;4M\u{1B}[<0;5;4m",
            [
                .mouse(MouseReport(.press(.left), column: 2, row: 3)), .mouse(MouseReport(.drag, column: 3, row: 3)),
                .mouse(MouseReport(.release, column: 4, row: 3)),
            ]
        ),
        (
            "\u{1B}[<2;1;1M\u{1B}[<1;300;200M",
            [
                .mouse(MouseReport(.press(.right), column: 0, row: 0)),
                .mouse(MouseReport(.press(.middle), column: 299, row: 199)),
            ]
        ),
        (
            "\u{1B}[<64;3;4M\u{1B}[<65;3;4M\u{1B}[<81;3;4M",
            [
                .mouse(MouseReport(.wheelUp, column: 2, row: 3)), .mouse(MouseReport(.wheelDown, column: 2, row: 3)),
                .mouse(MouseReport(.wheelDown, column: 2, row: 3)),
            ]
        ),
        (
            "\u{1B}[<35;3;4M\u{1B}[<48;9;9M",
            [
                .mouse(MouseReport(.move, column: 2, row: 3)), .mouse(MouseReport(.drag, column: 8, row: 8)),
            ]
        ),
        ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
        ("\u{1B}[<0;0;4M", [.unknown(Array("\u{1B}[<0;0;4M".utf8))]),
        ("\u{1B}[<0;3M", [.unknown(Array("\u{1B}[<0;3M".utf8))]),
        ("\u{1B}[<0;3;4;5M", [.unknown(Array("\u{1B}[<0;3;4;5M".utf8))]),
        ("\u{1B}[<0;;4M", [.unknown(Array("\u{1B}[<0;;4M".utf8))]),
        ("\u{1B}[<128;3;4M", [.unknown(Array("\u{1B}[<128;3;4M".utf8))]),
        ("\u{1B}[<0;99999999999999999999;4M", [.unknown(Array("\u{1B}[<0;99999999999999999999;4M".utf8))]),
    ]

    @Test(arguments: table)
    func bytesBecomeKeys(bytes: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(reader.read(Array(bytes.utf8), at: start) == keys)
        #expect(reader.deadline == nil)
    }

    @Test(arguments: table)
    func howTheyAreCutMakesNoDifference(bytes: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(bytes.utf8.flatMap { reader.read([$0], at: start) } == keys)
    }

    @Test func aLoneEscapeIsAKeyAfterItsTime() {
        var reader = KeyReader(escapeMilliseconds: 40)
        #expect(reader.read([0x1B], at: start).isEmpty)
        #expect(reader.deadline == start.advanced(byMilliseconds: 40))
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 39)).isEmpty)
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 40)) == [.escape])
        #expect(reader.deadline == nil)
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 99)).isEmpty)
        #expect(reader.read(Array("[A".utf8), at: start) == [.character("["), .character("A")])
    }

    @Test func aSequenceThatStopsIsUnknown() {
        var reader = KeyReader()
        #expect(reader.read(Array("\u{1B}[1".utf8), at: start).isEmpty)
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 50)) == [.unknown(Array("\u{1B}[1".utf8))])
        #expect(reader.read([0xE4, 0xBD], at: start).isEmpty)
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 50)) == [.unknown([0xE4, 0xBD])])
    }

    @Test func bytesThatAreNotUTF8AreUnknown() {
        var reader = KeyReader()
        #expect(reader.read([0xFF, 0x61], at: start) == [.unknown([0xFF]), .character("a")])
        #expect(reader.read([0xC3, 0x28], at: start) == [.unknown([0xC3]), .character("(")])
    }

    @Test func anEndlessSequenceIsNotKept() {
        var reader = KeyReader()
        let bytes = Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 1_000)
        #expect(reader.read(bytes, at: start) == [.unknown(bytes)])
        let keys = bytes.flatMap { reader.read([$0], at: start) }
        #expect(keys.first == .unknown(Array(bytes.prefix(32))))
        #expect(keys.last == .character("1"))
        #expect(reader.deadline == nil)
    }

    /// No bytes trap, and none wait for ever.
    @Test func randomReportsOfSeeds() {
        for seed in UInt64(1)...500 {
            var random = SplitMix(seed: seed)
            var reader = KeyReader()
            var gestures = GestureReader()
            for _ in 0..<20 {
                let field = { (random: inout SplitMix) in
                    Bool.random(using: &random) ? "\(Int.random(in: -3...130, using: &random))" : ";"
                }
                let text = "\u{1B}[<\(field(&random));\(field(&random));\(field(&random))"
                let bytes = Array((text + (Bool.random(using: &random) ? "M" : "m")).utf8)
                for key in reader.read(bytes, at: start) {
                    guard case .mouse(let report) = key else { continue }
                    #expect((0...MouseReport.bound).contains(report.column), "seed \(seed)")
                    _ = gestures.read(report, at: start)
                }
            }
        }
    }

    @Test func randomBytesOfSeeds() {
        for seed in UInt64(1)...500 {
            var random = SplitMix(seed: seed)
            var reader = KeyReader()
            for _ in 0..<20 {
                let bytes = (0..<5).map { _ in
                    Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 0x1B
                }
                _ = reader.read(bytes, at: start)
            }
            _ = reader.timedOut(at: start.advanced(byMilliseconds: 50))
            #expect(reader.deadline == nil, "seed \(seed)")
        }
    }
}

/// Answers of a terminal that was asked about itself.
@Suite struct TerminalAnswerTests {
    private let start = Instant(milliseconds: 1_000)
    private let answers = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;1;2;4;6;9;15;16;17;18;21;22;28;29c"

    @Test func answersAreNoKeysHoweverTheyCome() {
        for size in [1, 2, 5, 1_000] {
            var reader = KeyReader()
            reader.expectAnswers()
            var keys: [Key] = []
            var found: [TerminalAnswer] = []
            let bytes = Array("a\(answers)b".utf8)
            for place in stride(from: 0, to: bytes.count, by: size) {
                keys += reader.read(Array(bytes[place..<min(bytes.count, place + size)]), at: start)
                found += reader.takeAnswers()
            }
            #expect(keys == [.character("a"), .character("b")])
            #expect(
                found == [
                    .kittyGraphics(true), .cellSize(width: 10, height: 20),
                    .attributes([62, 1, 2, 4, 6, 9, 15, 16, 17, 18, 21, 22, 28, 29]),
                ])
        }
    }

    @Test func eachQuestionHasItsLastAnswer() {
        var reader = KeyReader()
        reader.expectAnswers()
        reader.expectAnswers()
        let cursor = "\u{1B}[1;3R"
        #expect(reader.read(Array((cursor + "a" + answers + "b" + cursor).utf8), at: start).count == 3)
        let found = reader.takeAnswers()
        #expect(found.first == .cursor(column: 3) && found.contains(.kittyGraphics(true)) && found.count == 4)
    }

    @Test func withoutAQuestionThereAreNoAnswers() {
        var reader = KeyReader()
        #expect(!reader.read(Array(answers.utf8), at: start).isEmpty && reader.takeAnswers().isEmpty)
        var asking = KeyReader()
        asking.expectAnswers()
        _ = asking.read(Array("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?1;2c".utf8), at: start)
        #expect(asking.takeAnswers() == [.kittyGraphics(false), .attributes([1, 2])])
        #expect(asking.read(Array("\u{1B}[?1;2c".utf8), at: start) == [.unknown(Array("\u{1B}[?1;2c".utf8))])
    }

    @Test func keysStayKeysWhileAnswersAreMissing() {
        var reader = KeyReader()
        reader.expectAnswers()
        #expect(reader.read(Array("q\u{1B}[A".utf8), at: start) == [.character("q"), .up])
        #expect(reader.read(Array("\u{1B}_".utf8), at: start) == [])
        #expect(reader.timedOut(at: start.advanced(byMilliseconds: 60)) == [.alternate("_")])
        let endless = Array("\u{1B}_G".utf8) + [UInt8](repeating: 0x41, count: 300)
        #expect(!reader.read(endless, at: start).isEmpty, "memory is bounded")
    }
}
