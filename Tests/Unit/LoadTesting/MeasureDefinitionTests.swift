import Foundation
import TestSupport
import Testing

@testable import LoadTesting

@Suite struct MeasureDefinitionTests {
    /// With `RECORD=1` the table is written again; read the difference.
    @Test func theDocumentHasTheTable() throws {
        let file = Repository.file("docs/load-testing.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let table = /\| Measure \|.*\n(?:\|.*\n)*/
        let expected = Measure.markdown + "\n"
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.replacing(table, with: expected).write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded docs/load-testing.md: read the difference, then run without RECORD")
            return
        }
        let match = try #require(text.firstMatch(of: table))
        #expect(String(match.0) == expected, "docs/load-testing.md is out of date: record it with RECORD=1")
    }

    @Test func everyMeasureIsDefined() {
        for measure in Measure.allCases {
            let definition = measure.definition
            let texts = [definition.summary, definition.from, definition.to, definition.of, definition.count]
            #expect(!texts.contains(""), "\(measure)")
            #expect((definition.naiveFrom == nil) != (definition.withoutNaive == nil), "\(measure)")
        }
    }
}
