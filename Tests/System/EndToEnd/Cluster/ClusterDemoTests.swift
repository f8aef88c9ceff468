import Foundation
import Glibc
import TestPeers
import Testing

extension CommandScenes {
    /// `riffle demo --cluster`.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason))) struct ClusterDemoTests {
        private func databaseExists(of demo: RunningProgram) -> Bool {
            FileManager.default.fileExists(atPath: "/tmp/riffle-demo-\(demo.processID)")
        }

        @Test func theTalkGoesOnWithoutTheOwner() throws {
            let demo = try RunningProgram(arguments: ["demo", "--cluster"])
            defer { demo.end() }
            let code = try demo.exitCode(withinSeconds: 3 * WaitLimit.seconds)
            let lines = demo.remainingLines()
            #expect(code == 0, "\(lines.suffix(20)), \(demo.complaints)")
            let words = try #require(lines.first { $0.hasSuffix("owns the room") }).split(separator: " ")
            let owner = try #require(words.dropFirst().first)
            #expect(lines.contains("node \(owner), which owns the room, is killed"))
            let takeover = try #require(lines.first { $0.contains(" took the room ") })
            #expect(takeover.hasSuffix("after node \(owner) was killed") && !takeover.hasPrefix("node \(owner) "))
            #expect(lines.last == "in step")
            #expect(!databaseExists(of: demo))
        }

        @Test func aSignalEndsAllOfIt() throws {
            let demo = try RunningProgram(arguments: ["demo", "--cluster"])
            defer { demo.end() }
            try demo.wait(for: "an actor") { lines in lines.contains { $0.contains(" process ") } }
            demo.signal(SIGTERM)
            #expect(try demo.exitCode(withinSeconds: 3 * WaitLimit.seconds) == 143)
            try eventually("the end of the database") { !databaseExists(of: demo) }
        }
    }
}
