import Foundation
import Glibc
import TestPeers
import Testing

extension TerminalScenes {
    /// The terminal is as it was before, however the program ends or stops.
    @Suite(.serialized) struct LeavingTests {
        private func checkRestored(_ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation) {
            let screen = terminal.screen
            #expect(terminal.settings == terminal.settingsBefore, sourceLocation: sourceLocation)
            #expect(screen.modes == ModelTerminal.Mode.fresh, sourceLocation: sourceLocation)
            #expect(screen.style == .plain, sourceLocation: sourceLocation)
            #expect(!screen.shows("page 1 of 6"), "the main screen is back", sourceLocation: sourceLocation)
            #expect(screen.failures.isEmpty, sourceLocation: sourceLocation)
        }

        private func checkTaken(_ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation) throws {
            // Members drag.
            let modes = try terminal.wait("the mouse on") { $0.modes.isSuperset(of: ModelTerminal.Mode.mouse) }.modes
            #expect(terminal.settings != terminal.settingsBefore, sourceLocation: sourceLocation)
            #expect(modes.contains(ModelTerminal.Mode.alternateScreen), sourceLocation: sourceLocation)
            #expect(!modes.contains(ModelTerminal.Mode.cursor), sourceLocation: sourceLocation)
        }

        @Test(arguments: ["q", "\u{3}"])
        func quitting(key: String) throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                try checkTaken(ann)
                ann.type(key)
                #expect(try ann.exitCode() == 0)
                checkRestored(ann)
            }
        }

        @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
        func aSignal(number: Int32) throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                ann.signal(number)
                #expect(try ann.exitCode() == 128 + number)
                checkRestored(ann)
            }
        }

        @Test(arguments: [SIGSEGV, SIGABRT])
        func aCrash(number: Int32) throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                ann.signal(number)
                #expect(try ann.exitCode() == -number)
                checkRestored(ann)
            }
        }

        @Test func aServerThatIsKilledAndDoesNotComeBack() throws {
            try TerminalFixture.with { fixture in
                let (ann, bob) = (try fixture.join("Ann", more: ["--attempts", "2"]), try fixture.join("Bob"))
                fixture.killServer()
                #expect(try ann.exitCode() == 69)
                checkRestored(ann)
                #expect(ann.screen.shows("riffle"), "it says why")
                try bob.wait(for: "connection lost", "The apple falls.")
                bob.type("q")
                #expect(try bob.exitCode() == 0)
                checkRestored(bob)
            }
        }

        @Test func aRoomThatIsNotThere() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.open([TerminalFixture.riffle, "join", fixture.url + "-not"])
                #expect(try ann.exitCode() != 0)
                checkRestored(ann)
                #expect(ann.screen.shows("riffle join:"))
            }
        }

        /// A shell without an own way to mend terminals: what it finds after the stop is what the program left.
        @Test(arguments: ["\u{1A}", ""])
        func suspendedAndResumed(key: String) throws {
            try TerminalFixture.with { fixture in
                let shell = try fixture.open(["/bin/sh", "-i"], environment: ["PS1": "ready> "])
                try shell.wait(for: "ready>")
                let before = shell.settings
                shell.type("\(TerminalFixture.riffle) join \(fixture.url) --role member --name Ann\n")
                try shell.wait(for: "page 1 of 6", "The apple falls.")
                try checkTaken(shell)
                if key.isEmpty { shell.signal(SIGTSTP, toForeground: true) } else { shell.type(key) }
                try shell.wait("the shell") { !$0.modes.contains(1049) && $0.shows("Stopped") }
                #expect(shell.settings == before)
                #expect(shell.screen.modes == ModelTerminal.Mode.fresh)
                let bob = try fixture.join("Bob")
                bob.type("3G")
                try bob.wait(for: "The goat climbs.", "idle")
                #expect(shell.screen.shows("Stopped"), "nothing is drawn meanwhile")
                shell.type("fg\n")
                try shell.wait(for: "page 3 of 6", "The goat climbs.")
                try checkTaken(shell)
                #expect(!shell.screen.shows("????"), "all of it is painted")
                shell.type("q")
                try shell.wait("the shell again") {
                    !$0.modes.contains(1049) && $0.lines.filter { $0.contains("ready>") }.count > 2
                }
                #expect(shell.settings == before)
                shell.type("exit\n")
                _ = try shell.exitCode()
            }
        }
    }
}
