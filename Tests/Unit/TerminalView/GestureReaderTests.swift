import PagingEngine
import Testing

@testable import TerminalView

/// Gestures from mouse reports, some of which are lost.
@Suite struct GestureReaderTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// Words such as `press 3 4`, `drag 5 4`, `release 5 4`, one every 10 ms.
    private func read(_ words: String...) -> [Gesture] {
        var reader = GestureReader()
        return words.enumerated().flatMap { place, word -> [Gesture] in
            let parts = word.split(separator: " ")
            guard parts[0] != "blur" else { return reader.focusLost() }
            let actions: [Substring: MouseReport.Action] = [
                "press": .press(.left), "right": .press(.right), "drag": .drag, "release": .release, "move": .move,
                "up": .wheelUp, "down": .wheelDown,
            ]
            guard let action = actions[parts[0]], let column = Int(parts[1]), let row = Int(parts[2]) else {
                Issue.record("\(word)?")
                return []
            }
            return reader.read(MouseReport(action, column: column, row: row), at: at(Int64(place) * 10))
        }
    }

    @Test func aSwipe() {
        #expect(
            read("press 10 4", "drag 10 4", "drag 9 4", "drag 5 5", "release 4 5") == [
                .press(column: 10, row: 4), .grab(column: 10, row: 4), .drag(columns: -1, rows: 0),
                .drag(columns: -5, rows: 1), .release(columns: -6, rows: 1),
            ])
    }

    @Test func aSwipeTooQuickForReportsOnTheWay() {
        #expect(
            read("press 10 4", "release 3 4") == [
                .press(column: 10, row: 4), .grab(column: 10, row: 4), .release(columns: -7, rows: 0),
            ])
    }

    @Test func aClickAndTheWheel() {
        #expect(read("press 3 4", "release 3 4") == [.press(column: 3, row: 4), .click(column: 3, row: 4)])
        #expect(read("up 3 4", "down 3 4") == [.wheel(-1), .wheel(1)])
        #expect(read("press 3 4", "down 3 4", "release 3 4").count == 2, "not with the button down")
    }

    @Test(arguments: ["blur", "right 9 9", "move 9 9"])
    func aReleaseThatNeverComes(instead: String) {
        #expect(read("press 3 4", "drag 5 4", instead).last == .cancel)
        #expect(read("press 3 4", "drag 5 4", instead, "drag 6 4", "release 6 4").last == .cancel, "it is over then")
    }

    @Test func aSecondPressCancelsTheFirst() {
        #expect(read("press 3 4", "drag 5 4", "press 8 8").suffix(2) == [.cancel, .press(column: 8, row: 8)])
    }

    @Test func nothingComesOfReportsWithoutAPress() {
        #expect(read("drag 5 4", "release 5 4", "blur", "move 1 1", "right 2 2").isEmpty)
    }

    @Test func silenceCancels() {
        var reader = GestureReader()
        #expect(reader.deadline == nil)
        _ = reader.read(MouseReport(.press(.left), column: 1, row: 1), at: at(0))
        _ = reader.read(MouseReport(.drag, column: 2, row: 1), at: at(1_000))
        #expect(reader.deadline == at(4_000))
        #expect(reader.timedOut(at: at(3_999)).isEmpty)
        #expect(reader.timedOut(at: at(4_000)) == [.cancel])
        #expect(reader.deadline == nil && !reader.isPressed)
    }
}
