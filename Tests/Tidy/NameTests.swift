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

    /// Names that several types of Sources still share, with the number of the types. Numbers may only fall: a new type
    /// gets a name that no other has.
    private static let homonyms = [
        "Outcome": 12, "Row": 12, "Kind": 12, "Action": 8, "Stage": 8, "State": 8, "Problem": 7, "Part": 6,
        "Phase": 6, "Answer": 5, "Connection": 5, "Event": 5, "Key": 5, "Room": 5, "Content": 4, "Form": 4,
        "Record": 4, "Rule": 5, "Sample": 4, "Step": 4, "Actor": 3, "Change": 3, "Condition": 3, "End": 3, "Frame": 2,
        "Limits": 3, "Output": 3, "Pace": 3, "Request": 3, "Slot": 3, "Verdict": 3, "Attendee": 2, "Axis": 2,
        "BootClock": 2, "Claim": 2, "Client": 2, "ConnectFailure": 2, "Context": 2, "Count": 2, "Direction": 2,
        "Drag": 2, "Ending": 2, "EventStream": 2, "Finding": 2, "Format": 2, "Held": 2, "Input": 2, "Item": 2,
        "Join": 2, "Life": 2, "Line": 2, "Load": 2, "Mark": 2, "Mode": 2, "Moment": 2, "Name": 2,
        "PageText": 2, "ParseError": 2, "Peer": 2, "Pending": 2, "PendingRequests": 2, "Picture": 2, "Place": 2,
        "Printed": 2, "PushFields": 2, "Rate": 2, "Refusal": 2, "Rest": 2, "Role": 2, "RoomEffect": 2,
        "RoomPersistence": 2, "RoomView": 2, "Session": 2, "Side": 2, "Sighting": 2, "Source": 2, "Start": 2,
        "Stretch": 2, "Subject": 2, "Target": 2, "Unit": 2, "Wait": 2, "Welcome": 2, "Word": 2,
    ]

    @Test func aTypeNameStandsOnce() throws {
        var counts: [String: Int] = [:]
        for file in try SourceFile.all(in: "Sources") {
            for type in file.declaredTypes { counts[type, default: 0] += 1 }
        }
        #expect(counts.count > 500, "the types were found")
        for (name, count) in counts where count > Self.homonyms[name] ?? 1 {
            Issue.record(
                "expected \(Self.homonyms[name] ?? 1) types called \(name), got \(count): name it for its concept")
        }
        for (name, allowed) in Self.homonyms where counts[name] ?? 0 < allowed {
            Issue.record("expected \(allowed) types called \(name), got \(counts[name] ?? 0): lower its number here")
        }
    }

    @Test func aDeclaredTypeIsFound() {
        let lines = [
            "    package indirect enum Action: Hashable {", "struct A<B: Sendable> {}", "/// struct C {",
            "class func d() {",
            "    Issue(\"struct E\")", "@usableFromInline struct F {",
        ]
        #expect(SourceFile(path: "Sources/Core/X/Y.swift", lines: lines).declaredTypes == ["Action", "A", "F"])
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
