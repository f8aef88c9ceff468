import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Where a run stands, as somebody at a terminal sees it.
    @Suite struct Progress {
        private static let script = Runs.talk(followers: 3, seconds: 3)
        private func open(_ fixture: LoadFixture, columns: Int, _ words: [String] = []) throws -> Terminal {
            try Terminal(
                [ServedRooms.executable.path, "load", fixture.script(Self.script), "--target", fixture.url]
                    + ["--lateness", "60s"] + words, columns: columns)
        }

        private func progress(on screen: ModelTerminal) -> [String] {
            screen.lines.filter { $0.contains(#/^\d+s  \d+ users  /#) }
        }

        /// One line is drawn over and over, and stays as the last one when the run ends.
        @Test(arguments: [100, 24]) func oneLineIsRedrawn(columns: Int) throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: columns)
            defer { terminal.end() }
            try terminal.wait("the second line") { screen in progress(on: screen).contains { $0.hasPrefix("2s") } }
            #expect(progress(on: terminal.screen).count == 1)
            #expect(try terminal.exitCode() == 0)
            let text = String(decoding: terminal.bytesWritten, as: UTF8.self).replacing("\r\n", with: "\n")
            let (before, after) = try parts(of: text)
            // Drawn from the beginning of the line to its end, shorter than the window.
            #expect(before.count >= 4 && before.dropFirst().allSatisfy { $0.hasSuffix("\u{1B}[K") }, "\(before)")
            #expect(before.dropFirst().allSatisfy { $0.count - 3 < columns }, "\(before)")
            #expect(after.hasPrefix("PASSED"), "what comes next begins a line: \(after.prefix(80))")
            #expect(!after.contains("\r") && !after.contains("\u{1B}"))
            #expect(terminal.settings == terminal.settingsBefore)
        }

        /// The redrawn lines, the first of them behind what came before, and what stands behind the last line feed.
        private func parts(of text: String) throws -> (redrawn: [Substring], after: Substring) {
            let last = try #require(text.ranges(of: "\u{1B}[K").last, "\(text)")
            let after = text[last.upperBound...]
            #expect(after.first == "\n", "\(after.prefix(20))")
            return (text[..<last.upperBound].split(separator: "\r"), after.dropFirst())
        }

        @Test func interruptedItLeavesTheTerminalAsItWas() throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: 100, ["--duration", "60s"])
            defer { terminal.end() }
            try terminal.wait("a line") { screen in !progress(on: screen).isEmpty }
            terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 130)
            #expect(!terminal.screen.shows("^C"), "it was drawn over")
            #expect(terminal.settings == terminal.settingsBefore)
        }

        /// Through a pipe, and on a terminal that cannot go back, there are no control characters.
        @Test func aPipeGetsLines() throws {
            let fixture = try LoadFixture()
            let (outcome, _) = try fixture.run(Runs.talk(followers: 2, seconds: 1), ["--progress", "auto"])
            #expect(outcome.code == 0)
            let controls = outcome.text.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(controls.isEmpty, "\(outcome.text)")
            #expect(outcome.errors.first?.hasPrefix("riffle load: 3 users to ws://") == true)
        }

        @Test func aDumbTerminalGetsLines() throws {
            let fixture = try LoadFixture()
            let terminal = try Terminal(
                [ServedRooms.executable.path, "load", fixture.script(Self.script), "--target", fixture.url]
                    + ["--lateness", "60s"], environment: ["TERM": "dumb"])
            defer { terminal.end() }
            #expect(try terminal.exitCode() == 0)
            #expect(!terminal.bytesWritten.contains(0x1B))
        }
    }
}
