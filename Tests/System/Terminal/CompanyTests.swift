import TestPeers
import Testing

extension TerminalScenes {
    /// Several people with different parts in one room.
    @Suite(.serialized) struct CompanyTests {
        @Test func notesStayWithThePresenter() throws {
            try TerminalFixture.with { fixture in
                let pat = try fixture.join("Pat", role: "presenter", columns: 120, rows: 40, more: ["--notes"])
                let bob = try fixture.join("Bob", columns: 120, rows: 40, more: ["--notes"])
                let vera = try fixture.join("Vera", role: "viewer")
                try pat.wait(for: "whisper one", "Beta")
                pat.type(" ")
                try pat.wait(for: "whisper two")
                try pat.wait(for: "Bob", "Vera")
                for terminal in [bob, vera] {
                    try terminal.wait(for: "page 2 of 6, step 1 of 3", "The boat floats.")
                    terminal.type("s?")
                    // The answer to the second key comes after that to the first one.
                    try terminal.wait(for: "- Keys -")
                    let all = String(decoding: terminal.bytesWritten, as: UTF8.self)
                    #expect(!all.contains("whisper"), "notes never come to others")
                }
                pat.type("s")
                try pat.wait(without: "whisper two")
            }
        }

        @Test func theBatonGoesRoundByKeys() throws {
            try TerminalFixture.with(server: ["--policy", "baton"]) { fixture in
                let (ann, bob) = (try fixture.join("Ann"), try fixture.join("Bob"))
                try ann.wait(for: "baton free")
                ann.type("D")
                try TerminalFixture.wait(on: [ann, bob], for: "baton: Ann")
                bob.type(" ")
                ann.type(" ")
                try TerminalFixture.wait(on: [ann, bob], for: "page 2 of 6, step 1 of 3", "The boat floats.")
                bob.type("D")
                try ann.wait(for: "Bob asks for the baton; P passes it")
                ann.type("P")
                try ann.wait(for: "Pass the baton to", "1  Bob, asks for it")
                ann.type("1")
                try TerminalFixture.wait(on: [ann, bob], for: "baton: Bob")
                bob.type(" ")
                try TerminalFixture.wait(on: [ann, bob], for: "step 2 of 3", "A second boat.")
                bob.type("D")
                try ann.wait(for: "baton free")
            }
        }

        /// With reduced motion a dragged page stays in place, and the next one appears at once.
        @Test func reducedMotionTurnsPagesWithoutMoving() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                let (bob, cleo) = (try fixture.join("Bob", more: ["--reduce-motion"]), try fixture.join("Cleo"))
                ann.press(column: 60, row: 8)
                for column in [50, 40, 30] { ann.drag(column: column, row: 8) }
                try cleo.wait(for: "dragging", "Beta")
                try bob.wait(for: "dragging", "The apple falls.").expect(missing: "Beta")
                for column in [20, 10] { ann.drag(column: column, row: 8) }
                ann.release(column: 10, row: 8)
                try bob.wait(for: "page 2 of 6", "idle", "The boat floats.")
            }
        }

        @Test func aPresenterDarkensAndLightsThePages() throws {
            try TerminalFixture.with { fixture in
                let pat = try fixture.join("Pat", role: "presenter")
                let bob = try fixture.join("Bob")
                pat.type("b")
                for terminal in [pat, bob] { try terminal.wait(without: "The apple falls.") }
                pat.type("b")
                try bob.wait(for: "The apple falls.")
            }
        }

        @Test func whoReadsAloneSeesHowFarBehindAndReturns() throws {
            try TerminalFixture.with { fixture in
                let (ann, vera) = (try fixture.join("Ann"), try fixture.join("Vera", role: "viewer"))
                ann.type("3G")
                try TerminalFixture.wait(on: [ann, vera], for: "page 3 of 6", "idle")
                vera.type("f")
                try vera.wait(for: "= to return")
                vera.type("h")
                try vera.wait(for: "page 2 of 6, step 3 of 3", "A third boat.", "1 page behind, = to return")
                ann.type("l")
                try vera.wait(for: "2 pages behind, = to return", "A third boat.")
                #expect(ann.screen.shows("page 3 of 6") || ann.screen.shows("page 4 of 6"))
                try ann.wait(for: "page 4 of 6", "idle")
                ann.type(" ")
                try vera.wait(for: "3 pages behind, = to return", "A third boat.")
                vera.type("=")
                try vera.wait(for: "page 5 of 6", "The elk stands.").expect(missing: "= to return")
            }
        }
    }
}
