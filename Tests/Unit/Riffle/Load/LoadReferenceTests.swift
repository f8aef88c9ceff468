import Foundation
import LoadTesting
import Scripting
import TestSupport
import Testing

@testable import riffle

/// The pages on load testing have every word of the program.
@Suite struct LoadReferenceTests {
    /// With `RECORD=1` the page is written again; read the difference.
    @Test func theReferenceIsWhatTheProgramPrints() throws {
        let file = Repository.file("docs/load-reference.md")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try LoadReference.markdown.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded docs/load-reference.md: read the difference, then run without RECORD")
            return
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == LoadReference.markdown, "docs/load-reference.md is out of date: record it with RECORD=1")
    }

    /// The schema for editors comes from the same tables as the reader; the reference leaves out none of its keys.
    @Test func everyKeyOfTheSchemaIsInTheReference() throws {
        let data = try Data(contentsOf: Repository.file("Protocol/script.schema.json"))
        let keys = Self.keys(in: try JSONSerialization.jsonObject(with: data))
        #expect(keys.count > 60)
        let words = Set(LoadReference.markdown.matches(of: /[A-Za-z]+/).map { String($0.0) })
        #expect(keys.subtracting(words).isEmpty, "\(keys.subtracting(words).sorted())")
    }

    private static func keys(in schema: Any) -> Set<String> {
        if let list = schema as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(in: $1)) } }
        guard let object = schema as? [String: Any] else { return [] }
        let properties = object["properties"] as? [String: Any] ?? [:]
        return object.values.reduce(into: Set(properties.keys)) { $0.formUnion(keys(in: $1)) }
    }

    /// The page has a time line or a row for each measure, and a row for each exit code of load runs.
    @Test func thePageShowsEveryMeasureAndVerdict() throws {
        let page = try String(contentsOf: Repository.file("docs/load-testing.md"), encoding: .utf8)
        let pictures = try page.matches(of: /\(pictures\/(measures-[a-z]+\.svg)\)/).map {
            try String(contentsOf: Repository.file("docs/pictures/\($0.1)"), encoding: .utf8)
        }.joined()
        for measure in Measure.allCases {
            let name = try Regex("\\b\(measure.rawValue)\\b")
            #expect(pictures.contains(name), "no time line has \(measure.rawValue)")
        }
        let verdicts = try #require(page.components(separatedBy: "## Verdict and exit status").dropFirst().first)
        let codes = [
            ExitStatus.belowBound, ExitStatus.late, ExitStatus.threshold, ExitStatus.refused, ExitStatus.unreachable,
        ].map(\.rawValue)
        for code in codes {
            let row = try Regex("(?m)^\\| [0-9, ]*\\b\(code)\\b")
            #expect(verdicts.contains(row), "no row for \(code)")
        }
    }

    @Test func thePageNamesEveryCountOfThresholds() throws {
        let page = try String(contentsOf: Repository.file("docs/load-testing.md"), encoding: .utf8)
        let reference = LoadReference.markdown
        for count in Figure.Count.allCases {
            #expect(reference.contains(count.rawValue), "\(count)")
        }
        for word in ["gaps", "duplicates", "diverged", "unreadable", "reach", "checks", "failures", "droppedStarts"] {
            #expect(page.contains("`\(word)`"), "\(word)")
        }
    }
}
