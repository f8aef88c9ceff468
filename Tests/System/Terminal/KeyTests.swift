import TerminalView
import TestPeers
import Testing

extension TerminalScenes {
    @Suite(.serialized) struct KeyTests {
        @Test func keysTurnPagesAndStepsForEverybody() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                let bob = try fixture.join("Bob", role: "viewer", columns: 50, rows: 12)
                ann.type(" ")
                try TerminalFixture.wait(on: [ann, bob], for: "page 2 of 6, step 1 of 3", "The boat floats.")
                #expect(!bob.screen.shows("A second boat."), "it has not come yet")
                ann.type("l")
                try TerminalFixture.wait(on: [ann, bob], for: "page 2 of 6, step 2 of 3", "A second boat.")
                ann.type("h")
                for terminal in [ann, bob] {
                    try terminal.wait(for: "page 2 of 6, step 1 of 3").expect(missing: "A second boat.")
                }
                ann.type("S")
                try TerminalFixture.wait(on: [ann, bob], for: "page 3 of 6", "The goat climbs.")
                ann.type("G")
                try TerminalFixture.wait(on: [ann, bob], for: "page 6 of 6", "The zebra runs.", "idle")
                ann.type("gg")
                try TerminalFixture.wait(on: [ann, bob], for: "page 1 of 6", "The apple falls.", "idle")
                ann.type("4\r")
                try TerminalFixture.wait(on: [ann, bob], for: "page 4 of 6", "The dog barks.", "idle")
                ann.type("\u{1B}[D")
                try TerminalFixture.wait(on: [ann, bob], for: "page 3 of 6", "idle")
                ann.type(".")
                try TerminalFixture.wait(on: [ann, bob], for: "page 4 of 6", "idle")
            }
        }

        /// Keys may be faster than the room: no press of one write is lost, whatever page it leads to.
        @Test func aBurstOfPressesIsCountedWhole() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 120)
                ann.type(String(repeating: " ", count: 7))
                try ann.wait(for: "page 6 of 6", "The zebra runs.", "idle")
                ann.type("hhhhhh")
                try ann.wait(for: "page 2 of 6, step 1 of 3", "idle")
            }
        }

        @Test func aSearchLeavesTheStatusLineWithThePage() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 120)
                ann.type("/barks\r")
                try ann.wait(for: "page 4 of 6", "/barks", "idle")
                ann.type(" ")
                try ann.wait(for: "page 5 of 6", "idle").expect(missing: "/barks")
            }
        }

        @Test func aWrongKeyGivesTheReason() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 140)
                ann.type("x")
                try ann.wait(for: "x does nothing; ? shows the keys")
                ann.type("h")
                try ann.wait(for: "no page before this one")
                ann.type("9G")
                try ann.wait(for: "there are 6 pages")
                ann.type("b")
                try ann.wait(for: "only a presenter blanks the screens")
                let viewer = try fixture.join("Vera", role: "viewer", columns: 140)
                viewer.type(" ")
                try viewer.wait(for: "viewers watch; f reads on alone", "page 1 of 6")
            }
        }

        @Test func theHelpListsEveryKey() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 120, rows: 60)
                ann.type("?")
                try ann.wait("every line of the table") { screen in
                    KeyTable.standard.helpLines.allSatisfy(screen.shows)
                }
                ann.type("?")
                try ann.wait(for: "The apple falls.")
            }
        }

        @Test func aSearchGoesToWhatIsFound() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                ann.type("/the ")
                try ann.wait(for: "/the _")
                ann.type("\u{7F}\u{7F}\u{7F}\u{7F}elk\r")
                for terminal in [ann, bob] { try terminal.wait(for: "The elk stands.", "page 5 of 6", "idle") }
                try ann.wait(for: "/elk 1 of 1")
                ann.type("/nowhere\r")
                try ann.wait(for: "not found", "The elk stands.")
            }
        }

        @Test func anOverviewShowsAllPagesToOneAlone() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann", columns: 120, rows: 40), try fixture.join("Bob"))
                ann.type("o")
                try ann.wait(for: "Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta")
                #expect(bob.screen.shows("The apple falls.") && !bob.screen.shows("Zeta"))
                ann.type("lll\r")
                for terminal in [ann, bob] { try terminal.wait(for: "page 4 of 6", "The dog barks.", "idle") }
            }
        }

        @Test func anotherSizeIsPaintedWholeAndMovesNothing() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                ann.type("3G")
                try TerminalFixture.wait(on: [ann, bob], for: "page 3 of 6", "idle")
                for (columns, rows) in [(120, 40), (40, 12), (100, 20), (21, 6), (80, 24)] {
                    ann.resize(columns: columns, rows: rows)
                    try ann.wait("all of \(columns)x\(rows) painted, the status in the last row") { screen in
                        screen.lines.last?.contains("page 3 of 6") == true && !screen.shows("??")
                            && screen.cells.count == columns * rows
                    }
                }
                #expect(ann.screen.shows("The goat climbs."))
                #expect(bob.screen.shows("page 3 of 6"))
            }
        }
    }
}

extension ModelTerminal {
    func expect(missing text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!shows(text), sourceLocation: sourceLocation)
    }
}
