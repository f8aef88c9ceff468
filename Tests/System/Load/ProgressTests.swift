import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    /// Where a run stands, as somebody at a terminal sees it.
    @Suite struct Progress {
        /// Users who turn three pages, and stay until somebody who is none of them comes into the room.
        private static let script = """
            actors:
              - name: ann
                role: presenter
                steps:
                  - wait: {barrier: everybody, within: 60s}
                  - repeat: {times: 3, steps: [{step: forward}, {wait: rest}]}
                  - wait: {members: 5, within: 120s}
                  - wait: {barrier: over, within: 60s}
              - name: follower
                role: viewer
                users: 3
                steps: [{wait: {barrier: everybody, within: 60s}}, {wait: {barrier: over, within: 120s}}]
            """

        private func open(
            _ fixture: LoadFixture, columns: Int, rows: Int = 24, _ words: [String] = []
        ) throws -> Terminal {
            try Terminal(
                [ServedRooms.executable.path, "load", fixture.script(Self.script), "--target", fixture.url]
                    + ["--lateness", "60s"] + words, columns: columns, rows: rows)
        }

        /// Ends a run of the script by a visit to its room. Returns its exit code.
        private func end(_ terminal: Terminal, by fixture: LoadFixture) throws -> Int32 {
            let visitor = try RunWitness(fixture)
            return try withExtendedLifetime(visitor) { try terminal.exitCode() }
        }

        private func progress(on screen: ModelTerminal) -> [String] {
            screen.lines.filter { $0.contains(#/^\d+s  \d+ users  /#) }
        }

        /// One line is drawn over and over, and stays as the last one when the run ends.
        @Test(arguments: [(100, ["--progress", "line"]), (24, [])])
        func oneLineIsRedrawn(columns: Int, words: [String]) throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: columns, words)
            defer { terminal.end() }
            try eventually("three drawn lines", instead: "\(progress(on: terminal.screen))") {
                String(decoding: terminal.bytesWritten, as: UTF8.self).ranges(of: "\u{1B}[K").count >= 3
            }
            #expect(progress(on: terminal.screen).count == 1)
            #expect(try end(terminal, by: fixture) == 0)
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
            let terminal = try open(fixture, columns: 59, ["--duration", "60s"])
            defer { terminal.end() }
            try terminal.wait("a line") { screen in !progress(on: screen).isEmpty }
            terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 130)
            #expect(!terminal.screen.shows("^C"), "it was drawn over")
            #expect(terminal.settings == terminal.settingsBefore)
        }

        /// Charts while the run goes on, then the terminal as it was, with the summary on it.
        @Test(arguments: [(60, 16), (120, 40)]) func chartsAreDrawn(columns: Int, rows: Int) throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: columns, rows: rows)
            defer { terminal.end() }
            let lookout = terminal.lookout()
            // A late second may pass without a picture.
            try lookout.wait("charts of more than a second") { screen in
                ["A test", "users  . playing 4", "no errors", "p99", "Ctrl-C"].allSatisfy(screen.shows)
                    && screen.lines.contains { $0.contains(#/([2-9]|\d\d)s  4 users  /#) }
            }
            #expect(try end(terminal, by: fixture) == 0)
            #expect(terminal.settings == terminal.settingsBefore)
            let bytes = String(decoding: terminal.bytesWritten, as: UTF8.self)
            #expect(bytes.ranges(of: "\u{1B}[?1049h").count == 1)
            let end = try #require(bytes.ranges(of: "\u{1B}[?1049l").last?.upperBound)
            let after = bytes[end...].replacing("\r\n", with: "\n")
            #expect(after.contains(/\d+s  \d+ users  .*\nPASSED/), "the last line of the progress stays: \(after)")
        }

        @Test func theChartsFollowTheWindowAndTheKeys() throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: 80, rows: 24, ["--duration", "60s"])
            defer { terminal.end() }
            try terminal.wait(for: "no errors")
            terminal.resize(columns: 40, rows: 10)
            try terminal.wait("figures only") { $0.shows("4 users") && !$0.shows("no errors") }
            terminal.resize(columns: 100, rows: 30)
            try terminal.wait(for: "no errors", "p99")
            func measure(_ screen: ModelTerminal) -> Substring? {
                screen.lines.first { $0.contains("p99") }?.split(separator: " ").first
            }
            // The first second has few measures, and the first of them in their order is shown.
            try terminal.wait("a chosen measure") { measure($0) == "deliver" }
            terminal.type("\t")
            try terminal.wait("the next measure") { measure($0) != nil && measure($0) != "deliver" }
            terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 130)
            #expect(terminal.settings == terminal.settingsBefore)
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV]) func aSignalLeavesTheTerminalWhole(signal: Int32) throws {
            let fixture = try LoadFixture()
            let terminal = try open(fixture, columns: 80, rows: 24, ["--duration", "60s"])
            defer { terminal.end() }
            try terminal.wait(for: "no errors")
            terminal.signal(signal)
            _ = try terminal.exitCode()
            #expect(terminal.settings == terminal.settingsBefore)
            #expect(String(decoding: terminal.bytesWritten, as: UTF8.self).contains("\u{1B}[?1049l"))
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
                [ServedRooms.executable.path, "load", fixture.script(Runs.talk(followers: 3, seconds: 2))]
                    + ["--target", fixture.url, "--lateness", "60s"], environment: ["TERM": "dumb"])
            defer { terminal.end() }
            #expect(try terminal.exitCode() == 0)
            #expect(!terminal.bytesWritten.contains(0x1B))
        }
    }
}
