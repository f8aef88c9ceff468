import Foundation
import Testing

/// Names say what a thing is.
@Suite struct NameTests {
    @Test(arguments: ["Sources", "Tests"])
    func noEmptyNames(folder: String) throws {
        let pattern = try Regex(#"\b(class|struct|enum|protocol|actor)\s+\w*(Manager|Helper|Util|Utils|Base|Impl)\b"#)
        for file in try SourceFile.all(in: folder) {
            for line in file.lines where try pattern.firstMatch(in: line) != nil {
                Issue.record("\(file.path): \(line): say what it is, not that it helps")
            }
        }
    }

    /// `Room+People.swift` extends `Room`; `Room.swift` declares it.
    @Test func aFileIsNamedForItsNoun() throws {
        for file in try SourceFile.all(in: "Sources") {
            let name = URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
            let noun = name.prefix { $0 != "+" }
            guard !file.lines.contains(where: { $0.contains(noun) && !$0.hasPrefix("import") }) else { continue }
            Issue.record("\(file.path) does not speak of \(noun): name it for what it holds")
        }
    }

    /// A filter by name runs one suite, and a report names one.
    @Test func aSuiteNameStandsOnce() throws {
        let suites = Self.suites(in: try SourceFile.all(in: "Tests"))
        #expect(suites.count > 300, "the suites were found")
        for (name, places) in suites where places.count > 1 {
            Issue.record("\(name): expected one suite, got \(places.joined(separator: ", "))")
        }
    }

    @Test func aSecondSuiteOfOneNameWouldBeSeen() {
        let files = ["One", "Two"].map { name in
            SourceFile(path: "Tests/Unit/\(name)/YTests.swift", lines: ["@Suite(.serialized)", "struct YTests {"])
        }
        #expect(
            Self.suites(in: files) == ["YTests": ["Tests/Unit/One/YTests.swift:2", "Tests/Unit/Two/YTests.swift:2"]])
    }

    /// The places of each suite, by the suite's name.
    private static func suites(in files: [SourceFile]) -> [String: [String]] {
        var places: [String: [String]] = [:]
        for file in files {
            for test in file.testNames where test.isSuite {
                places[test.name, default: []].append("\(file.path):\(test.number)")
            }
        }
        return places
    }

    @Test func nothingNamesAMachine() throws {
        for folder in ["Sources", "Tests"] {
            for file in try SourceFile.all(in: folder) where file.module != "Tidy" {
                for line in file.lines where line.contains("/home/") || line.contains("/root/") {
                    Issue.record("\(file.path): \(line): no path of one machine")
                }
            }
        }
    }
}
