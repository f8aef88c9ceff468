import Foundation
import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// A client in another language, written only from the published protocol.
    @Suite struct ForeignClientTests {
        @Test(arguments: [[], ["--resume"]], loops) func aForeignClientEndsInStep(options: [String], loops: Int) throws
        {
            let python = try #require(
                Program.python, "the stranger's interpreter is not there: `make test` installs it in .build/python")
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann")
                let script = Program.root.appendingPathComponent("Tests/System/PythonClient/stranger.py").path
                let words = [script, fixture.server.url(of: "numbers"), "--validate"] + options
                let stranger = try RunningProgram(python, arguments: words)
                defer { stranger.end() }
                let code = try stranger.exitCode()
                #expect(code == 0, "\(stranger.complaints)")
                let result = try RawObject(line: try stranger.nextLine())
                let sequence = Sequence(Int64(try #require(result.number("seq"))))
                // Its own departure is the only thing it cannot have seen.
                let seen = try ann.wait("the stranger's last event") { $0.sequence >= sequence && $0.isAtRest }
                #expect(seen.words(after: sequence).isEmpty)
                #expect(result.text("digest") == seen.replica?.digest.text)
                #expect(result.number("page").map(Int64.init) == seen.replica?.settled.value)
                let shows = seen.events(after: Sequence(1)).filter { $0.sequence <= sequence }.map(\.change.word)
                #expect(shows.contains("dragBegan") && shows.contains("dragEnded"))
            }
        }

        /// The client reports its digest, is counted beside a member, and then reports a wrong digest.
        @Test(arguments: loops) func aForeignClientIsToldTheRenderAcks(loops: Int) throws {
            let python = try #require(Program.python, "`make test` installs it in .build/python")
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann")
                let script = Program.root.appendingPathComponent("Tests/System/PythonClient/stranger.py").path
                let words = [script, fixture.server.url(of: "numbers"), "--validate", "--present"]
                let stranger = try RunningProgram(python, arguments: words)
                defer { stranger.end() }
                let code = try stranger.exitCode()
                #expect(code == 0, "\(stranger.complaints)")
                let line = try stranger.nextLine()
                #expect(line.contains(#""drawn": 2, "of": 2, "diverged": 0"#), "\(line)")
                withExtendedLifetime(ann) {}
            }
        }
    }
}
