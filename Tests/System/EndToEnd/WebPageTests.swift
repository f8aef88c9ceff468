import Foundation
import TestPeers
import Testing

extension EndToEnd {
    /// The page of `--web`: its modules against the protocol's vectors, and the whole in Chromium beside a terminal. The
    /// scenes are in `Tests/System/Web/page_tests.py`.
    @Suite struct WebPageTests {
        private static let folder = Program.root.appendingPathComponent("Tests/System/Web")
        /// Chromium is slow beside other tests.
        private static let limit = 900.0

        private static func tool(_ name: String) -> URL? {
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }

        /// Plays all scenes of a group, one after the other, in one browser.
        private static func play(_ group: String) throws {
            let python = try #require(Program.python, "`make test` installs it in .build/python")
            let script = folder.appendingPathComponent("page_tests.py").path
            let program = try RunningProgram(
                python, arguments: ["-W", "ignore", script, Program.riffle.path, group])
            defer { program.end() }
            let code = try program.exitCode(withinSeconds: limit)
            #expect(code == 0, "\(program.complaints)")
        }

        @Test(.enabled(if: WebPageTests.tool("node") != nil, "node is not installed"))
        func theModulesAgreeWithTheVectors() throws {
            let node = try #require(Self.tool("node"))
            let program = try RunningProgram(
                node, arguments: [Self.folder.appendingPathComponent("vectors.mjs").path])
            defer { program.end() }
            let code = try program.exitCode(withinSeconds: Self.limit)
            #expect(code == 0, "\(program.complaints)")
        }

        @Test func httpAnswersAsDocumented() throws { try Self.play("http") }

        @Test(
            .enabled(
                if: WebPageTests.tool("chromium") != nil && WebPageTests.tool("tmux") != nil,
                "chromium or tmux is not installed")) func thePageInChromium() throws
        {
            try Self.play("chromium")
        }
    }
}
