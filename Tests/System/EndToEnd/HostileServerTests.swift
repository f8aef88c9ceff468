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

        /// The beginning of `reason` as a command shows it.
        private static let escaped = #"PWN\u001B]0;t\u0007\u001B[2J\u009B31m\u202E"#

        struct Attack: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let attack: TamperingProxy.Attack?
            /// The words that a command shows because of this attack.
            let trace: String
            /// The words of commands that show others: a load run counts the closes of users that come again, and
            /// `riffle send` only says that its request came to nothing.
            var otherTraces: [String: String] = [:]

            static func close(_ code: UInt16, isLate: Bool = false) -> Attack {
                let frame = HostileServerTests.close(code)
                var others: [String: String] = [:]
                if isLate || !(4100..<4200).contains(code) { others["load"] = "closed \(code) " }
                if isLate { others["send"] = "riffle send: " }
                return Attack(
                    testDescription: (isLate ? "late " : "") + "close \(code)",
                    attack: isLate ? .lateFrame(frame) : .frame(frame), trace: escaped,
                    otherTraces: others)
            }

            func trace(in command: [String]) -> String { otherTraces[command[0]] ?? trace }

            func edit(_ line: String) -> [String] {
                guard attack == nil else { return [line] }
                let text = #"x\u001b[2J\u009b31m\u202e\u001b]52;c;eA==\u0007"#
                return [#"{"type":"reject","id":1,"code":"forbidden","reason":"\#(text)"}"#]
            }
        }

        static let attacks: [Attack] =
            [4102, 4103, 4106, 1011, 4999].map { .close($0) } + [4106, 1011].map { .close($0, isLate: true) } + [
                Attack(
                    testDescription: "status line",
                    attack: .head(Array("HTTP/1.1 503 \u{1B}]0;t\u{7}\u{1B}[2J\u{9B}31m\u{202E}\r\n\r\n".utf8)),
                    trace: "(HTTP 503)", otherTraces: ["load": "HTTP status 503"]),
                Attack(testDescription: "reject", attack: nil, trace: "reason: a control character has no place here"),
            ]

        /// The commands of one member each. Every one of them goes on until its connection has failed.
        private static func commands(at url: String, deck: String, script: String) -> [[String]] {
            [
                ["join", url, "--attempts", "2"], ["send", url, "next", "--timeout", "30s"],
                ["record", url, "-o", "-", "--attempts", "2"], ["present", deck, "--server", url],
                ["replay", script, "--into", url],
                ["load", script, "--target", url, "--users", "2", "--duration", "4s", "--progress", "lines"],
            ]
        }

        @Test(arguments: attacks) func noCommandReachesATerminal(attack: Attack) throws {
            let folder = try ScratchFolder()
            let deck = try folder.write("# One\n\nText.\n", to: "deck.md")
            let script = try folder.write(
                "riffle: 1\nactors:\n  - name: a\n    steps:\n      - think: 60s\n", to: "a.riffle.yaml")
            try EndToEndFixture.with(rooms: ["numbers=\(deck)"]) { fixture in
                let proxy = try TamperingProxy(before: fixture.server.port, attack: attack.attack) { _ in
                    { $0.flatMap(attack.edit) }
                }
                defer { proxy.end() }
                let url = "ws://127.0.0.1:\(proxy.port)/rooms/numbers"
                let commands = Self.commands(at: url, deck: deck, script: script)
                let environment = ["XDG_STATE_HOME": folder.path("state")]
                try checkPipes(commands, environment, attack)
                try checkTerminals(commands, environment, attack)
            }
        }

        private func checkPipes(_ commands: [[String]], _ environment: [String: String], _ attack: Attack) throws {
            var programs: [RunningProgram] = []
            defer { programs.forEach { $0.end() } }
            for words in commands { programs.append(try RunningProgram(arguments: words, environment: environment)) }
            for (program, words) in zip(programs, commands) {
                let trace = attack.trace(in: words)
                try eventually("\(trace) of \(words)", instead: program.complaints) {
                    program.complaints.contains(trace) || program.hasPrinted(trace)
                }
                program.signal(SIGTERM)
                #expect(try program.exitCode() != 64, "\(program.complaints)")
                check(program.remainingLines() + program.complaints.components(separatedBy: "\n"), words)
            }
        }

        /// The window writes commands of its own: those are known, and nothing of the attack is among them.
        private func checkTerminals(_ commands: [[String]], _ environment: [String: String], _ attack: Attack) throws {
            var terminals: [Terminal] = []
            defer { terminals.forEach { $0.end() } }
            for words in commands {
                terminals.append(try Terminal([Program.riffle.path] + words, columns: 400, environment: environment))
            }
            let lookouts = terminals.map { $0.lookout() }
            for ((terminal, lookout), words) in zip(zip(terminals, lookouts), commands) {
                try lookout.wait(for: attack.trace(in: words))
                terminal.signal(SIGTERM)
                _ = try terminal.exitCode()
                let text = String(decoding: terminal.bytesWritten, as: UTF8.self)
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
