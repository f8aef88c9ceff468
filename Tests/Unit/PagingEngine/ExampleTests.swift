import Foundation
import PagingEngine
import TestSupport
import Testing

/// The example in the documentation of `Pager`, line by line.
@Suite struct ExampleTests {
    @Test func theExampleRuns() {
        // example
        let ann = MemberID(1)
        var pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: Instant(milliseconds: 0))
        var outputs: [Output] = []
        func apply(_ input: Input, atMilliseconds milliseconds: Int64) {
            outputs.removeAll(keepingCapacity: true)
            pager.handle(input, by: ann, at: Instant(milliseconds: milliseconds), into: &outputs)
            for case .selectionChanged(_, let page) in outputs { turned.append(page) }
        }
        var turned: [PageIndex] = []
        let swipe = DragID(1)
        let way = Distance(units: Position.unitsPerPage * 6 / 10)
        apply(.dragBegan(swipe, viewport: Viewport(width: 390, stride: 390)), atMilliseconds: 0)
        apply(.dragMoved(swipe, by: way), atMilliseconds: 80)
        apply(.dragEnded(swipe, by: way, velocity: .zero), atMilliseconds: 90)
        while let due = pager.nextDeadline {
            apply(.tick, atMilliseconds: due.milliseconds)
        }
        // turned is [PageIndex(1)], and so is pager.settled; pager.window is pages 0, 1 and 2.
        // end
        #expect(turned == [PageIndex(1)])
        #expect(pager.settled == PageIndex(1))
        #expect(pager.window == [PageIndex(0), PageIndex(1), PageIndex(2)])
    }

    @Test func theDocumentationShowsTheTestedExample() throws {
        let source = Repository.file("Sources/Core/PagingEngine/Pager/Pager.swift")
        let documented = try lines(source).drop { !$0.contains("```swift") }.dropFirst().prefix { !$0.contains("```") }
        let tested = try lines(URL(filePath: #filePath)).drop { $0 != "        // example" }.dropFirst()
            .prefix { $0 != "        // end" }
        #expect(documented.map { String($0.dropFirst(4)) } == tested.map { String($0.dropFirst(8)) })
        #expect(documented.count >= 15)
    }

    private func lines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }
}
