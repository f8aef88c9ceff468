import Foundation
import TestPeers
import TestSupport
import Testing

/// The work of a server's paths and of reading a deck, in instructions of this debug build, as callgrind counts them: other
/// programs and slow machines do not change the count, so that a change which costs something shows at once. What a server's
/// path costs in time says `make bench-compare`.
@Suite struct InstructionTests {
    /// Most that a path may cost, against what is recorded.
    private static let tolerance = 1.05

    @Test(.enabled(if: InstructionCounter.isThere, "valgrind is needed, and no sanitizer"))
    func noPathCostsMoreThanRecorded() throws {
        var counted = RecordedInstructions(compiler: try InstructionCounter.compiler(), counts: [:])
        for path in PathTimes.all { counted.counts[path.name] = try InstructionCounter.count(path) }
        guard ProcessInfo.processInfo.environment["RECORD"] != "1" else {
            try counted.write()
            Issue.record("recorded \(RecordedInstructions.name): read the difference, then run without RECORD")
            return
        }
        let recorded = try RecordedInstructions.read()
        guard recorded.compiler == counted.compiler else {
            print("instructions: not compared; recorded with \(recorded.compiler), here is \(counted.compiler)")
            return
        }
        #expect(Set(recorded.counts.keys) == Set(counted.counts.keys))
        for (path, count) in counted.counts.sorted(by: { $0.key < $1.key }) {
            let before = recorded.counts[path] ?? 0
            let change = (Double(count) / Double(max(before, 1)) - 1) * 100
            print(
                "instructions: \(path) \(count), recorded \(before) (\(change.formatted(.number.precision(.fractionLength(2)))) %)"
            )
            #expect(
                Double(count) <= Double(before) * InstructionTests.tolerance,
                """
                expected at most 5 % more instructions than the recorded \(before) for a \(path), got \(count); if that is worth it, \
                record it with RECORD=1 and say why in the commit
                """)
        }
    }
}

/// A path of the program `paths`, and how often it is played: twice, so that the difference leaves out the start.
private struct PathTimes {
    let name: String
    let few: Int
    let many: Int

    static let all = [
        PathTimes(name: "delivery", few: 5, many: 15), PathTimes(name: "drag", few: 10, many: 30),
        PathTimes(name: "join", few: 10, many: 30), PathTimes(name: "page", few: 10, many: 30),
    ]
}

/// The counts in the repository, for one compiler and kind of machine.
private struct RecordedInstructions: Codable, Equatable {
    static let name = "Benchmarks/instructions.json"

    let compiler: String
    /// Instructions of each path, once.
    var counts: [String: Int]

    static func read() throws -> RecordedInstructions {
        try JSONDecoder().decode(RecordedInstructions.self, from: Data(contentsOf: Repository.file(name)))
    }

    func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: Repository.file(RecordedInstructions.name))
    }
}

private enum InstructionCounter {
    private static let counter = URL(filePath: "/usr/bin/valgrind")

    /// Whether instructions can be counted; a sanitizer's build has others.
    static var isThere: Bool {
        FileManager.default.isExecutableFile(atPath: counter.path) && !Sanitizer.isOn
    }

    /// The compiler's version and target.
    static func compiler() throws -> String {
        let program = try RunningProgram(URL(filePath: "/usr/bin/env"), arguments: ["swift", "--version"])
        return program.remainingLines().joined(separator: ", ")
    }

    static func count(_ path: PathTimes) throws -> Int {
        let (few, many) = (try instructions(path.name, path.few), try instructions(path.name, path.many))
        return (many - few) / (path.many - path.few)
    }

    private static func instructions(_ path: String, _ times: Int) throws -> Int {
        let program = ServedRooms.executable.deletingLastPathComponent().appending(path: "paths").path
        let run = try RunningProgram(
            counter,
            arguments: [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--read-inline-info=no", program, path,
                "\(times)",
            ],
            // Hash tables have the same order in each run.
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        defer { run.end() }
        let code = try run.exitCode()
        let collected = run.complaints.split(separator: "\n").last { $0.contains("Collected :") }
        guard code == 0, let count = collected?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw ExpectationError("a count of instructions from callgrind", instead: "\(code), \(run.complaints)")
        }
        return count
    }
}
