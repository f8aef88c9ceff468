import Foundation
import Glibc
import PagingEngine
import PagingRoom
import TestPeers
import TestSupport
import Testing

extension CommandScenes {
    /// The commands in scripts.
    @Suite struct CommandTests {
        @Test func sendMakesOneRequest() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let url = fixture.server.url(of: "numbers")
                let next = try RunningProgram.run(["send", url, "next", "--wait", "rest", "--json"])
                #expect(next.code == 0, "\(next.complaints)")
                let result = try RawObject(line: try #require(next.lines.first))
                #expect(result.number("page") == 1)
                let sequence = Sequence(Int64(try #require(result.number("seq"))))
                let seen = try ann.wait("the page") { $0.sequence >= sequence && $0.replica?.origin == PageIndex(1) }
                #expect(result.text("digest") == seen.replica?.digest.text)
                let drag = try RunningProgram.run(["send", url, "drag", "-0.8", "--wait", "rest", "--json"])
                #expect(try RawObject(line: try #require(drag.lines.first)).number("page") == 0)
                let refused = try RunningProgram.run(["send", url, "next", "--role", "viewer"])
                #expect(refused.code == 77)
                #expect(refused.complaints.contains("forbidden"), "\(refused.complaints)")
                #expect(try RunningProgram.run(["send", fixture.server.url(of: "nowhere"), "next"]).code == 77)
                #expect(try RunningProgram.run(["send", url, "dance"]).code == 64)
            }
        }

        @Test(
            arguments: [
                (["presnt", "talk.md"], 64, "did you mean `present`?"), (["nowhere.md"], 64, "there is no such file"),
                (["help", "foo"], 64, "no command or topic is called `foo`"),
                (["help", "kyes"], 64, "did you mean `keys`?"),
                (["check", "Examples/decks.md"], 64, "there is no such file"),
                (["render", "./Examples"], 64, "expected a file, got a folder"),
                (["convert", "Examples/decks/tour.md"], 65, "got a deck of Riffle's own form"),
                (["replay", "Examples/decks/tour.md"], 65, "got a deck"),
                (["token", "inspect", "README.md"], 65, "riffle token inspect - < README.md"),
                (["send", "ws://127.0.0.1:1/rooms/a", "goto"], 64, "such as goto 4"),
                (["join", "127.0.0.1:7420"], 64, "expected HOST/NAME with the name of a room, got 127.0.0.1:7420"),
                (["join", "host:0/a"], 64, "expected a port from 1 to 65535, got 0, at host:0/a"),
                (["send", "ftp://a/b", "next"], 64, "expected ws://, wss://, http:// or https://, got ftp://a/b"),
                (["render", "Examples/decks/tour.md", "--page", "99"], 64, "expected a page from 1 to 10"),
                (["render", "carousel", "--size", "5x2"], 64, "COLUMNSxROWS, 20x6 or more"),
                (["token", "inspect", "abc"], 65, "riffle token: not a valid token: expected three parts"),
                (["present", "a.md", "--rom", "b"], 64, "Unknown option '--rom'. Did you mean '--room'?"),
                (["present", "a.md", "--shade", "dark"], 64, "Unknown option '--shade'\n"),
                (
                    ["present", "a.md", "--record", "/nowhere/a.jsonl"], 64,
                    "expected a folder that exists, got /nowhere"
                ),
            ])
        func wrongInputIsExplained(words: [String], code: Int32, text: String) throws {
            let end = try RunningProgram.run(words)
            #expect(end.code == code && end.complaints.contains(text), "\(end)")
        }

        @Test func decksOfOtherProgramsAreNamedAndConverted() throws {
            let path = Repository.file("Examples/other-programs/slidev.md").path
            let check = try RunningProgram.run(["check", path])
            #expect(
                check.code == 0 && check.complaints.contains("slidev.md: a deck of Slidev; riffle convert"), "\(check)")
            let converted = try RunningProgram.run(["convert", path])
            #expect(converted.code == 0 && converted.complaints.contains("slidev.md:45:1: Slidev: components, ignored"))
            #expect(
                converted.lines.contains("<!-- column_layout: [1, 1] -->") && converted.lines.contains("<!-- pause -->")
            )
        }

        @Test func anAddressWithoutARoomIsExplainedAtOnce() throws {
            try EndToEndFixture.with { fixture in
                let end = try RunningProgram.run(["join", "ws://127.0.0.1:\(fixture.server.port)"])
                #expect(end.code == 77 && end.complaints.contains("expected ws://HOST:PORT/rooms/NAME"), "\(end)")
                #expect(!end.complaints.contains("trying again"))
            }
            let end = try RunningProgram.run(["join", "ws://nohost.invalid/rooms/a", "--attempts", "1"])
            #expect(end.code == 69 && end.complaints.contains("(1 attempt)"), "\(end)")
            // The second without a resolver.
            let sentences = ["no such host: nohost.invalid", "cannot look up nohost.invalid: "]
            #expect(sentences.contains { end.complaints.contains("could not connect: \($0)") }, "\(end)")
        }

        @Test func sendPassesTheBaton() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let url = fixture.server.url(of: "numbers")
                func control(_ words: String...) throws -> (code: Int32, lines: [String], complaints: String) {
                    try RunningProgram.run(["send", url, "control"] + words)
                }
                let early = try control("request")
                #expect(early.code == 77 && early.complaints.contains("no baton"), "\(early)")
                #expect(try control("policy", "baton", "--role", "presenter").code == 0)
                #expect(try control("grant", "ann", "--role", "presenter").code == 0)
                try ann.wait("the baton") { $0.replica?.control.holder != nil }
                #expect(try RunningProgram.run(["send", url, "next"]).complaints.contains("ann has the baton"))
                try ann.achieve(.step(.forward, from: PageIndex(0)))
                let stranger = try control("grant", "zoe", "--role", "presenter")
                #expect(stranger.code == 77 && stranger.complaints.contains("in the room are"), "\(stranger)")
                #expect(try control("take").code == 77, "only a presenter takes it")
                #expect(try control("take", "--role", "presenter").code == 0)
                try ann.wait("its end") { $0.replica?.control.holder == nil }
                #expect(try control("juggle").code == 64)
            }
        }

        @Test func withoutAServerTheExitCodeIs69() throws {
            let (descriptor, port) = try Loopback.refusing()
            defer { close(descriptor) }
            let url = "ws://127.0.0.1:\(port)/rooms/numbers"
            let join = try RunningProgram.run(["join", url, "--attempts", "2"])
            #expect(join.code == 69)
            #expect(join.complaints.contains("2 attempts"), "\(join.complaints)")
            #expect(try RunningProgram.run(["send", url, "next", "--timeout", "60s"]).code == 69)
        }

        @Test func joinIntoAPipePrintsSettledPages() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let pipe = try RunningProgram(arguments: ["join", fixture.server.url(of: "numbers"), "--name", "pipe"])
                defer { pipe.end() }
                try ann.wait("the pipe") { $0.sees("pipe", away: false) }
                #expect(try pipe.nextLine() == "page 0: 0")
                for page in [1, -12] {
                    try ann.achieve(.jump(PageIndex(Int64(page)), animated: true))
                    var line = ""
                    while !line.hasPrefix("page ") { line = try pipe.nextLine() }
                    #expect(line == "page \(page): \(page)", "the next page it tells is no page that only passed by")
                }
                pipe.signal(SIGINT)
                #expect(try pipe.exitCode() == 130)
            }
        }

        @Test func replayPlaysIntoARoomAndChecksExpectations() throws {
            try EndToEndFixture.with { fixture in
                let url = fixture.server.url(of: "numbers")
                let script = """
                    riffle: 1
                    room: {preset: threePage, supplier: numbers}
                    actors:
                      - name: ann
                        steps:
                          - step: forward
                          - wait: rest
                          - expect: {page: PAGE, phase: idle}

                    """
                let file = FileManager.default.temporaryDirectory
                    .appendingPathComponent("script-\(UUID().uuidString).riffle.yaml")
                defer { try? FileManager.default.removeItem(at: file) }
                try script.replacing("PAGE", with: "1").write(to: file, atomically: true, encoding: .utf8)
                let good = try RunningProgram.run(["replay", file.path, "--into", url, "--json"])
                #expect(good.code == 0, "\(good.complaints)")
                #expect(try RawObject(line: try #require(good.lines.last)).number("page") == 1)
                try script.replacing("PAGE", with: "7").write(to: file, atomically: true, encoding: .utf8)
                let bad = try RunningProgram.run(["replay", file.path, "--into", url])
                #expect(bad.code == 1)
                #expect(bad.complaints.contains("page"), "\(bad.complaints)")
                try "riffle: 1\nactors: []\nroom: {presett: x}\n".write(to: file, atomically: true, encoding: .utf8)
                #expect(try RunningProgram.run(["replay", file.path, "--into", url]).code == 65)
            }
        }

        @Test func renderReportsABrokenDeck() throws {
            let deck = FileManager.default.temporaryDirectory.appendingPathComponent("deck-\(UUID().uuidString).md")
            defer { try? FileManager.default.removeItem(at: deck) }
            try "# One\n\nfirst\n---\n# Two\n\nsecond\n".write(to: deck, atomically: true, encoding: .utf8)
            let good = try RunningProgram.run(["render", deck.path, "--page", "2", "--size", "40x8"])
            #expect(good.code == 0)
            #expect(good.lines.contains { $0.contains("second") })
            try "# One\n\u{0}\n".write(to: deck, atomically: true, encoding: .utf8)
            let broken = try RunningProgram.run(["render", deck.path])
            #expect(broken.code == 65)
            #expect(broken.complaints.contains("\(deck.path):2:1"), "\(broken.complaints)")
        }

        /// A usage error found while a command runs prints the usage of that command too.
        @Test func aUsageErrorPrintsTheUsageOfItsCommand() throws {
            for words in [["present", "/no/such.md"], ["replay", "--speed", "x"], ["serve", "--room", "nothing"]] {
                let wrong = try RunningProgram.run(words)
                #expect(wrong.code == 64, "\(wrong)")
                #expect(wrong.complaints.contains("Usage: riffle \(words[0]) "), "\(wrong.complaints)")
            }
            let unknown = try RunningProgram.run(["prsent"])
            #expect(unknown.code == 64 && unknown.complaints.contains("riffle <subcommand>"), "\(unknown)")
        }

        @Test func theDemoEndsInStep() throws {
            let demo = try RunningProgram.run(["demo"])
            #expect(demo.code == 0, "\(demo.complaints)")
            #expect(demo.lines.last == "in step")
        }
    }
}
