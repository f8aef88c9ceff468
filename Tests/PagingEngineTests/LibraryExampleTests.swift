import Foundation
import PagingEngine
import Testing

/// The example in the documentation of `Pager` is this one, compiled and run.
@Suite struct LibraryExampleTests {
    private static func example() -> (pager: Pager, drawn: [Double], outputs: [Output]) {
        // example begins
        var pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: Instant(milliseconds: 0))
        var outputs: [Output] = []
        let me = MemberID(1)
        let drag = DragID(1)
        pager.handle(.dragBegan(drag, viewport: nil), by: me, at: Instant(milliseconds: 0), into: &outputs)
        for sample in Int64(1)...6 {
            let way = Distance(units: sample * Position.unitsPerPage / 10)
            pager.handle(.dragMoved(drag, by: way), by: me, at: Instant(milliseconds: sample * 16), into: &outputs)
        }
        let way = Distance(units: Position.unitsPerPage * 6 / 10)
        let release = Input.dragEnded(drag, by: way, velocity: .zero)
        pager.handle(release, by: me, at: Instant(milliseconds: 100), into: &outputs)
        var drawn: [Double] = []
        var now = Instant(milliseconds: 100)
        while pager.nextDeadline != nil {
            drawn.append(Double(pager.position(at: now).units) / Double(Position.unitsPerPage))
            now = now.advanced(byMilliseconds: 16)
            pager.handle(.tick, by: nil, at: now, into: &outputs)
        }
        // example ends
        return (pager, drawn, outputs)
    }

    @Test func itSwipesOnePageOn() throws {
        let (pager, drawn, outputs) = Self.example()
        #expect(pager.settled == PageIndex(1) && pager.phase == .idle)
        #expect(drawn.count == 7)
        #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 < $1 } && abs(drawn[0] - 0.6) < 0.001)
        #expect(outputs.contains(.selectionChanged(from: PageIndex(0), to: PageIndex(1))))
    }

    @Test func itIsTheOneInTheDocumentation() throws {
        let tests = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let here = tests.components(separatedBy: "\n")
            .drop { $0 != "        // example begins" }.dropFirst().prefix { $0 != "        // example ends" }
            .map { String($0.dropFirst(8)) }
        let pager = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/PagingEngine/Pager.swift")
        let documentation = try String(contentsOf: pager, encoding: .utf8).components(separatedBy: "\n")
            .drop { $0 != "/// ```swift" }.dropFirst().prefix { $0 != "/// ```" }
            .map { String($0.dropFirst(4)) }
        #expect(here == documentation)
        #expect((18...24).contains(documentation.count))
    }
}
