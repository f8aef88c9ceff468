import TestPeers
import Testing

extension TerminalScenes {
    /// Lost connections come back without a key.
    @Suite(.serialized) struct ReturnTests {
        @Test func aServerThatIsKilledAndStartedAgain() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann", columns: 120)
                let bob = try fixture.join("Bob", role: "viewer", columns: 120)
                ann.type("4G")
                for terminal in [ann, bob] { try terminal.wait(for: "page 4 of 6", "The dog barks.", "idle") }
                fixture.killServer()
                for terminal in [ann, bob] { try terminal.wait(for: "connection lost", "The dog barks.") }
                try fixture.restartServer()
                for terminal in [ann, bob] {
                    try terminal.wait("the connection") { $0.shows("page 4 of 6") && $0.shows("in step") }
                        .expect(missing: "connection lost")
                }
                ann.type("l")
                try bob.wait(for: "page 5 of 6", "The elk stands.", "idle")
            }
        }

        @Test func aCableThatIsCutAndMended() throws {
            try TerminalFixture.with { fixture in
                let link = try BreakableLink(to: fixture.server.port)
                defer { link.end() }
                let ann = try fixture.join("Ann", columns: 120)
                let bob = try fixture.join("Bob", columns: 120, port: link.port)
                link.cut()
                try bob.wait(for: "connection lost", "The apple falls.")
                bob.type(" ")
                try bob.wait(for: "not connected")
                ann.type("3G")
                try ann.wait(for: "page 3 of 6", "idle")
                #expect(bob.screen.shows("The apple falls."), "the last picture stays")
                link.mend()
                try bob.wait(for: "page 3 of 6", "The goat climbs.", "in step").expect(missing: "connection lost")
                bob.type("l")
                try ann.wait(for: "page 4 of 6", "idle")
            }
        }

        /// A drag ends when its connection breaks.
        @Test func aCutInTheMiddleOfADrag() throws {
            try TerminalFixture.with { fixture in
                let link = try BreakableLink(to: fixture.server.port)
                defer { link.end() }
                let ann = try fixture.join("Ann", columns: 120)
                let bob = try fixture.join("Bob", columns: 120, port: link.port)
                bob.press(column: 60, row: 8)
                for column in [50, 40, 30] { bob.drag(column: column, row: 8) }
                try ann.wait(for: "dragging +25%", "by Bob")
                try TerminalFixture.awaitLoss(on: [bob]) { link.cut() }
                try ann.wait(for: "page 1 of 6", "idle")
                link.mend()
                try bob.wait(for: "page 1 of 6", "in step", "idle")
                bob.release(column: 30, row: 8)
                ann.type(" ")
                try bob.wait(for: "page 2 of 6", "idle")
            }
        }
    }
}
