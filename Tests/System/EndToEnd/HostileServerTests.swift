import Foundation
import TestPeers
import Testing

extension EndToEnd {
    /// A server that sends terminal commands in every text that no reader checks: no byte of them reaches a terminal.
    @Suite struct HostileServerTests {
        /// Sets the title, clears the screen, writes the clipboard, turns the text around, ends the line.
        private static let reason =
            "PWN\u{1B}]0;t\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{1B}]52;c;eA==\u{7}\u{0}\nline\u{2066}END"

        private static func close(_ code: UInt16) -> WebSocketFrame {
            WebSocketFrame(kind: .close, payload: [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8))
        }

        struct Attack: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let attack: TamperingProxy.Attack?

            func edit(_ line: String) -> [String] {
                guard attack == nil else { return [line] }
                let text = #"x\u001b[2J\u009b31m\u202e\u001b]52;c;eA==\u0007"#
                return [#"{"type":"reject","id":1,"code":"forbidden","reason":"\#(text)"}"#]
            }
        }

        static let attacks =
            [4102, 4103, 4106, 1011, 4999].map { code in
                Attack(testDescription: "close \(code)", attack: .frame(close(code)))
            } + [
                Attack(testDescription: "late close 4106", attack: .lateFrame(close(4106))),
                Attack(testDescription: "late close 1011", attack: .lateFrame(close(1011))),
                Attack(
                    testDescription: "status line",
                    attack: .head(Array("HTTP/1.1 503 \u{1B}]0;t\u{7}\u{1B}[2J\u{9B}31m\u{202E}\r\n\r\n".utf8))),
                Attack(testDescription: "reject", attack: nil),
            ]

        /// The commands of one member each, with the words before the URL and after it.
        private static func commands(deck: String, script: String) -> [(before: [String], after: [String])] {
            [
                (["join"], ["--attempts", "2"]), (["send"], ["next", "--timeout", "2s"]),
                (["record"], ["-o", "-", "--attempts", "2"]), (["present", deck, "--server"], []),
                (["replay", script, "--into"], []),
                (["load", script, "--target"], ["--users", "2", "--duration", "1s", "--progress", "lines"]),
            ]
        }

        @Test(arguments: attacks) func noCommandReachesATerminal(attack: Attack) throws {
            let folder = try ScratchFolder()
            let deck = try folder.write("# One\n\nText.\n", to: "deck.md")
            let script = try folder.write(
                "riffle: 1\nactors:\n  - name: a\n    steps:\n      - think: 500ms\n", to: "a.riffle.yaml")
            try EndToEndFixture.with(rooms: ["numbers=\(deck)"]) { fixture in
                let proxy = try TamperingProxy(before: fixture.server.port, attack: attack.attack) { _ in
                    { $0.flatMap(attack.edit) }
                }
                defer { proxy.end() }
                let url = "ws://127.0.0.1:\(proxy.port)/rooms/numbers"
                for command in Self.commands(deck: deck, script: script) {
                    let words = command.before + [url] + command.after
                    let piped = try RunningProgram(arguments: words)
                    defer { piped.end() }
                    if (try? piped.exitCode(withinSeconds: 4)) == nil { piped.signal(SIGTERM) }
                    #expect(try piped.exitCode() != 64, "\(piped.complaints)")
                    check(piped.remainingLines() + piped.complaints.components(separatedBy: "\n"), words)
                }
                try checkTerminals(Self.commands(deck: deck, script: script).map { $0.before + [url] + $0.after })
            }
        }

        /// The window writes commands of its own: those are known, and nothing of the attack is among them.
        private func checkTerminals(_ commands: [[String]]) throws {
            let terminals = try commands.map { try Terminal([Program.riffle.path] + $0) }
            defer { terminals.forEach { $0.end() } }
            let end = Date(timeIntervalSinceNow: 4)
            for (terminal, words) in zip(terminals, commands) {
                _ = try? terminal.exitCode(withinSeconds: max(0, end.timeIntervalSinceNow))
                let text = String(decoding: terminal.bytesWritten, as: UTF8.self)
                #expect(!text.isEmpty, "\(words)")
                for command in ["\u{1B}]", "\u{1B}[2J\u{9B}", "\u{7}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{0}"] {
                    #expect(!text.contains(command), "\(words): \(text.debugDescription)")
                }
                let lines = text.split(whereSeparator: \.isNewline)
                #expect(!lines.contains { $0.hasPrefix("line") }, "\(words): \(lines)")
            }
        }

        /// No line has a terminal command, and none begins in the middle of the attack's text.
        private func check(_ lines: [String], _ words: [String]) {
            let text = lines.joined()
            #expect(!lines.contains { $0.hasPrefix("line") }, "\(words.joined(separator: " ")): \(lines)")
            let bad = text.unicodeScalars.filter {
                ($0.value < 0x20 && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
                    || [0x202E, 0x2066].contains($0.value)
            }
            #expect(bad.isEmpty, "\(words.joined(separator: " ")): \(text.debugDescription)")
        }
    }
}
