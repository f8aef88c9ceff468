import TestPeers
import Testing

extension TerminalScenes {
    /// Pages as text, for pipes and screen readers.
    @Suite(.serialized) struct PlainTests {
        @Test func aPipeGetsSettledPagesEachOnce() throws {
            try TerminalFixture.with { fixture in
                let ann = try fixture.join("Ann")
                let pipe = try fixture.open(
                    ["/bin/sh", "-c", "\(TerminalFixture.riffle) join \(fixture.url) --name DetachedReader | cat"],
                    columns: 120)
                try pipe.wait(for: "page 1 of 6: Alpha", "The apple falls.")
                for (keys, texts) in [
                    ("l", ["page 2 of 6, step 1 of 3: Beta", "The boat floats."]),
                    ("l", ["page 2 of 6, step 2 of 3: Beta", "A second boat."]),
                    ("5G", ["page 5 of 6: Epsilon", "The elk stands."]),
                ] {
                    ann.type(keys)
                    for text in texts { try pipe.wait(for: text) }
                    try ann.wait(for: texts[1], "idle")
                }
                ann.signal(15)
                let text = String(decoding: pipe.bytesWritten, as: UTF8.self)
                #expect(!text.contains("\u{1B}"), "no sequences")
                #expect(text.components(separatedBy: "The boat floats.").count == 2, "each once")
                #expect(!text.contains("page 3 of 6"), "nothing that only passed by")
                #expect(pipe.settings == pipe.settingsBefore)
            }
        }

        @Test(arguments: [["--plain"], []])
        func aDumbTerminalIsReadLineByLine(words: [String]) throws {
            try TerminalFixture.with { fixture in
                let terminal = try fixture.open(
                    [TerminalFixture.riffle, "join", fixture.url, "--role", "member", "--name", "Ann"] + words,
                    environment: words.isEmpty ? ["TERM": "dumb"] : [:])
                try terminal.wait(for: "page 1 of 6: Alpha")
                terminal.type("\n")
                try terminal.wait(for: "page 2 of 6, step 1 of 3: Beta")
                terminal.type("4\n")
                try terminal.wait(for: "page 4 of 6: Delta")
                terminal.type("q\n")
                #expect(try terminal.exitCode() == 0)
                #expect(!terminal.bytesWritten.contains(0x1B))
                #expect(terminal.settings == terminal.settingsBefore)
            }
        }

        @Test func noColourWhereNoneIsWanted() throws {
            try TerminalFixture.with { fixture in
                let terminal = try fixture.open(
                    [TerminalFixture.riffle, "join", fixture.url], environment: ["NO_COLOR": "1"])
                try terminal.wait(for: "page 1 of 6")
                let text = String(decoding: terminal.bytesWritten, as: UTF8.self)
                #expect(!text.contains("\u{1B}[36m") && !text.contains(";36"))
            }
        }
    }
}
