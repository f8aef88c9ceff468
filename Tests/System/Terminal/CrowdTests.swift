import PagingEngine
import TestPeers
import Testing

extension TerminalScenes {
    /// A presenter and nine others at terminals of different sizes.
    @Suite(.serialized) struct CrowdTests {
        private static let sizes = [
            (100, 30), (80, 24), (60, 14), (120, 40), (40, 12), (90, 20), (70, 18), (132, 30), (50, 16), (64, 22),
        ]
        private static let actions = 200

        /// The text about the page on the screen: `page 4 of 6` or `page 2 of 6, step 1 of 3`.
        private static func place(on screen: ModelTerminal) -> String? {
            guard let status = screen.lines.last, let start = status.range(of: "page ") else { return nil }
            return String(status[start.lowerBound...].prefix { $0 != "|" }).trimmed
        }

        @Test(arguments: [UInt64(11)])
        func tenTerminalsShowTheSamePageAfterManyActions(seed: UInt64) throws {
            try TerminalFixture.with { fixture in
                var random = SplitMix(seed: seed)
                let pat = try fixture.join("Pat", role: "presenter", columns: 100, rows: 30, more: ["--fps", "10"])
                let others = try Self.sizes.dropFirst().enumerated().map { place, size in
                    try fixture.join("M\(place)", columns: size.0, rows: size.1, more: ["--fps", "10"])
                }
                // Two leave the others on pages of their own.
                let apart = [
                    (others[2], "4G", "page 4 of 6", "The dog barks."),
                    (others[6], "5G", "page 5 of 6", "The elk stands."),
                ]
                for (terminal, keys, place, text) in apart {
                    terminal.type("f")
                    try terminal.wait(for: "=")
                    terminal.type(keys)
                    try terminal.wait(for: place, text)
                }
                let attached = [pat] + others.enumerated().filter { ![2, 6].contains($0.offset) }.map(\.element)
                let hands = zip(attached, [0, 1, 2, 4, 5, 6, 8, 9].map { Self.sizes[$0] }).map { $0 }
                for _ in 0..<Self.actions {
                    let (terminal, size) = hands[Int.random(in: 0..<hands.count, using: &random)]
                    Self.act(terminal, columns: size.0, rows: size.1, using: &random)
                    terminal.pause(seconds: 0.05)
                }
                try Self.checkTogether(attached, seed: seed)
                for (terminal, _, place, text) in apart {
                    #expect(terminal.screen.shows(place) && terminal.screen.shows(text), "seed \(seed)")
                    terminal.type("=")
                }
                try Self.checkTogether(attached + apart.map(\.0), seed: seed)
            }
        }

        private static func checkTogether(_ terminals: [Terminal], seed: UInt64) throws {
            // On a narrow screen a word to the person, such as that there is no page after this one, takes the place of
            // what the pager does; Escape puts it away.
            for terminal in terminals { terminal.type("\u{1B}") }
            let texts = [
                "The apple falls.", "The boat floats.", "The goat climbs.", "The dog barks.", "The elk stands.",
                "The zebra runs.",
            ]
            var seen: [String?] = []
            try eventually("the same page at rest on all terminals, seed \(seed)", instead: "\(seen)") {
                // A hand's last request may still be on its way.
                for terminal in terminals { terminal.rest(seconds: 0.3) }
                let screens = terminals.map(\.screen)
                seen = screens.map(place)
                guard let wanted = seen.first ?? nil, let number = Int(wanted.dropFirst("page ".count).prefix(1)),
                    texts.indices.contains(number - 1)
                else { return false }
                return screens.allSatisfy { screen in
                    place(on: screen) == wanted && screen.shows("idle")
                        && texts.filter(screen.shows) == [texts[number - 1]]
                }
            }
        }

        /// One thing a person does.
        private static func act(_ terminal: Terminal, columns: Int, rows: Int, using random: inout SplitMix) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2: terminal.type(" ")
            case 3, 4: terminal.type("h")
            case 5: terminal.type("\(Int.random(in: 1...6, using: &random))G")
            case 6: terminal.type(["gg", "G", "S", "2l", "\u{1B}[C", "\u{1B}[D"].randomElement(using: &random) ?? "l")
            case 7: terminal.wheel(down: Bool.random(using: &random))
            case 8: terminal.click(column: Bool.random(using: &random) ? 1 : columns - 2, row: rows / 2)
            case 9: terminal.type("\u{1B}[O")
            default:
                let start = Int.random(in: columns / 4..<columns * 3 / 4, using: &random)
                terminal.press(column: start, row: rows / 2)
                var column = start
                for _ in 0..<4 {
                    column = min(
                        max(column + Int.random(in: -columns / 6...columns / 6, using: &random), 0), columns - 1)
                    terminal.drag(column: column, row: rows / 2)
                }
                terminal.release(column: column, row: rows / 2)
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
