import TestPeers
import Testing

extension TerminalScenes {
    @Suite(.serialized) struct MouseTests {
        /// A page and a step to the right of it stand in the same part of every window, whatever its size.
        @Test func aDragIsTheDragEverybodySees() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 80, rows: 24)
                let bob = try fixture.join("Bob", columns: 60, rows: 14)
                let cleo = try fixture.join("Cleo", role: "viewer", columns: 120, rows: 40)
                ann.press(column: 60, row: 8)
                for column in [56, 50, 44, 40] { ann.drag(column: column, row: 8) }
                for (terminal, columns) in [(ann, 80), (bob, 60), (cleo, 120)] {
                    try terminal.wait("a quarter of the next page at \(columns) columns") { screen in
                        // The left edges of two pages, as far apart as a page is wide.
                        guard screen.shows("dragging +25%"), let edge = Self.secondPage(in: screen) else {
                            return false
                        }
                        return abs(edge * 4 - columns * 3) <= 6
                    }
                }
                for column in [30, 10] { ann.drag(column: column, row: 8) }
                ann.release(column: 10, row: 8)
                for terminal in [ann, bob, cleo] { try terminal.wait(for: "page 2 of 6", "idle", "The boat floats.") }
            }
        }

        /// The column in which the title of the page after the first one's begins its frame.
        private static func secondPage(in screen: ModelTerminal) -> Int? {
            guard let row = screen.lines.first(where: { $0.contains("Beta") }),
                let title = row.range(of: "Beta")
            else { return nil }
            let head = row[..<title.lowerBound]
            return head.lastIndex { "+|".contains($0) }.map { row.distance(from: row.startIndex, to: $0) }
        }

        @Test func aShortPullFallsBackAndASwipeDoesNot() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                ann.press(column: 60, row: 8)
                for column in [58, 50, 40] { ann.drag(column: column, row: 8) }
                try bob.wait(for: "dragging +25%", "by Ann")
                // Only what a hand did in its last tenth of a second gives the page speed.
                ann.rest(seconds: 0.2)
                ann.release(column: 40, row: 8)
                try TerminalFixture.wait(on: [ann, bob], for: "page 1 of 6", "idle")
                #expect(!String(decoding: bob.bytesWritten, as: UTF8.self).contains("page 2 of 6"))
                ann.press(column: 20, row: 8)
                ann.drag(column: 40, row: 8)
                try bob.wait(for: "dragging -")
                // The window loses the focus, and nobody ever tells of the release.
                ann.type("\u{1B}[O")
                try bob.wait(for: "page 1 of 6", "idle")
            }
        }

        @Test func wheelAndEdgesTurnPages() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                ann.type("3G")
                try TerminalFixture.wait(on: [ann, bob], for: "page 3 of 6", "idle")
                ann.wheel(down: true)
                try TerminalFixture.wait(on: [ann, bob], for: "page 4 of 6", "idle")
                ann.click(column: 78, row: 10)
                try TerminalFixture.wait(on: [ann, bob], for: "page 5 of 6", "idle")
                ann.click(column: 1, row: 10)
                try bob.wait(for: "page 4 of 6", "idle")
            }
        }

        /// The strip follows the drag on all screens, and the pages follow at its release.
        @Test func tabsAreDragged() throws {
            let tabs = TerminalFixture.talk.replacingOccurrences(of: "title: A talk", with: "preset: tabs")
            try TerminalFixture.with(deck: tabs) { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                for terminal in [ann, bob] { try terminal.wait(for: "[ Alpha ]", "The apple falls.", "idle") }
                let alpha = try #require(column(of: "Alpha", in: ann.screen))
                ann.press(column: 40, row: 0)
                for column in [38, 35, 31] { ann.drag(column: column, row: 0) }
                for terminal in [ann, bob] {
                    try terminal.wait(for: "[ Beta ]", "dragging the strip", "The apple falls.")
                    try terminal.wait("the tabs where the hand has drawn them") { screen in
                        column(of: "Alpha", in: screen) == alpha - 9
                    }
                }
                // From one middle to the next but one.
                ann.drag(column: 23, row: 0)
                for terminal in [ann, bob] { try terminal.wait(for: "[ Gamma ]", "The apple falls.") }
                ann.release(column: 23, row: 0)
                for terminal in [ann, bob] { try terminal.wait(for: "page 3 of 6", "The goat climbs.", "idle") }
                // The window loses the focus: nothing is chosen.
                ann.press(column: 40, row: 0)
                for column in [45, 55] { ann.drag(column: column, row: 0) }
                try bob.wait(for: "dragging the strip")
                ann.type("\u{1B}[O")
                for terminal in [ann, bob] { try terminal.wait(for: "[ Gamma ]", "page 3 of 6", "idle") }
                ann.click(column: 40 + 9, row: 0)
                for terminal in [ann, bob] { try terminal.wait(for: "page 4 of 6", "The dog barks.", "idle") }
            }
        }

        /// The column where a text begins in the first row.
        private func column(of text: String, in screen: ModelTerminal) -> Int? {
            guard let line = screen.lines.first else { return nil }
            return line.range(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }

        @Test func viewersLeaveTheMouseToTheTerminal() throws {
            try TerminalFixture.with { fixture in
                let viewer = try fixture.join("Vera", role: "viewer")
                #expect(viewer.screen.modes.isDisjoint(with: ModelTerminal.Mode.mouse))
                let ann = try fixture.join("Ann")
                try ann.wait("the mouse on") { $0.modes.isSuperset(of: ModelTerminal.Mode.mouse) }
                ann.type("m")
                try ann.wait("the mouse off") { $0.modes.isDisjoint(with: ModelTerminal.Mode.mouse) }
            }
        }

        @Test func aPointerStandsOnTheSameWordEverywhere() throws {
            try TerminalFixture.with { fixture in
                let pat = try fixture.join("Pat", role: "presenter", columns: 80, rows: 24)
                let bob = try fixture.join("Bob", columns: 40, rows: 12)
                pat.type("c")
                try pat.wait(for: "press on a word")
                let lines = pat.screen.lines
                guard let row = lines.firstIndex(where: { $0.contains("The apple falls.") }),
                    let word = lines[row].range(of: "apple")
                else { throw Terminal.Failure(description: "no apple in \(lines)") }
                let column = lines[row].distance(from: lines[row].startIndex, to: word.lowerBound)
                pat.press(column: column + 1, row: row)
                for terminal in [pat, bob] {
                    try terminal.wait("the mark on the apple") { Self.marked(in: $0).contains("p") }
                }
                pat.release(column: column + 1, row: row)
                pat.type("c")
                try bob.wait("no mark") { Self.marked(in: $0).isEmpty }
            }
        }

        /// The reversed text in the line about the apple.
        private static func marked(in screen: ModelTerminal) -> String {
            guard let row = screen.lines.firstIndex(where: { $0.contains("The apple falls.") }) else { return "" }
            return screen.cells[row * screen.columns..<(row + 1) * screen.columns]
                .filter { $0.style.attributes.contains(.reversed) }.map(\.text).joined()
        }
    }
}
