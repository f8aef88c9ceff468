import Foundation
import LoadTesting
import Platform
import Scripting
import TestPeers
import Testing

@testable import riffle

@Suite struct CommandRunnerTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func begin(_ plans: [CommandPlan]) -> CommandRunner {
        let runner = CommandRunner(plans)
        runner.begin(at: LoadTime(microseconds: MonotonicClock.microseconds))
        return runner
    }

    @Test func commandsRunByTheirMoments() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = path("log")
        let runner = begin([
            CommandPlan(atMilliseconds: 20, text: "echo late >> '\(log)'; exit 3", line: 1),
            CommandPlan(atMilliseconds: 0, text: "echo early >> '\(log)'", line: 2),
            CommandPlan(atMilliseconds: 3_600_000, text: "echo never >> '\(log)'", line: 3),
        ])
        try eventually("both ends", instead: "\(runner.endsByNow)") {
            runner.endsByNow.prefix(2) == [.exited(0), .exited(3)]
        }
        let outcomes = runner.end()
        #expect(outcomes.map(\.plan.line) == [2, 1, 3])
        #expect(outcomes.map(\.end) == [.exited(0), .exited(3), .notRun])
        #expect(outcomes.map(\.isFailure) == [false, true, false])
        #expect(Set(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")) == ["early", "late"])
    }

    @Test func aCommandThatRunsOnIsEndedWithTheRun() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let runner = begin([
            CommandPlan(atMilliseconds: 0, text: "touch '\(path("begun"))'; sleep 600", line: 1)
        ])
        try eventually("the command to begin") { FileManager.default.fileExists(atPath: path("begun")) }
        let outcomes = runner.end()
        #expect(outcomes.map(\.end) == [.stopped] && !outcomes[0].isFailure)
    }

    /// It ignores SIGTERM.
    @Test func aCommandThatDoesNotListenIsKilled() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let runner = begin([
            CommandPlan(
                atMilliseconds: 0, text: "trap '' TERM; touch '\(path("begun"))'; while :; do sleep 1; done", line: 1)
        ])
        try eventually("the command to begin") { FileManager.default.fileExists(atPath: path("begun")) }
        #expect(runner.end().map(\.end) == [.stopped])
    }
}
