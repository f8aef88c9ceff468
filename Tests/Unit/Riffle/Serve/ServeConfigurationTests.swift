import ArgumentParser
import Testing

@testable import riffle

/// What `serve` is told by flags, environment and file, and what it says when that makes no sense.
@Suite struct ServeConfigurationTests {
    private static let full = """
        # A server for one talk.
        listen: 0.0.0.0:7420
        open: true
        room:
          - talk=decks/tour.md
          - "count=threePage:numbers"
        loops: 2
        store: /var/lib/riffle/rooms.sqlite
        log-format: json
        max-connections: 20000
        drain: 20s
        """

    private func resolve(
        _ text: String? = nil, environment: [String: String] = [:], flags: ServeConfiguration.Words = [:]
    ) throws(ServeConfigurationErrors) -> ServeConfiguration {
        try ServeConfiguration.resolve(
            flags: flags, environment: environment,
            file: text.map { ServeConfiguration.File(name: "riffle.yaml", text: $0) })
    }

    private func complaints(
        _ text: String? = nil, environment: [String: String] = [:], flags: ServeConfiguration.Words = [:]
    ) -> [String] {
        do {
            _ = try resolve(text, environment: environment, flags: flags)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    @Test func aFileSaysItAll() throws {
        let configuration = try resolve(Self.full)
        #expect(configuration.address(.listen)?.description == "0.0.0.0:7420")
        #expect(configuration.isOn(.open) && !configuration.isOn(.memory))
        #expect(configuration.list(.room) == ["talk=decks/tour.md", "count=threePage:numbers"])
        #expect(configuration.integer(.loops) == 2)
        #expect(configuration[.store] == "/var/lib/riffle/rooms.sqlite")
        #expect(configuration[.logFormat] == "json")
        #expect(configuration.integer(.connections) == 20_000)
        #expect(configuration.milliseconds(.drain) == 20_000)
        #expect(configuration[.secretFile] == nil)
    }

    @Test(arguments: [nil, "", "# nothing\n", "---\n", "{}"]) func nothingIsSaidByNothing(text: String?) throws {
        let configuration = try resolve(text, environment: ["HOME": "/", "RIFFLE": "x"])
        for option in ServeConfiguration.Option.allCases { #expect(configuration[option] == nil) }
    }

    /// Every option, every set of those who say something: the first of flags, environment, file is heard.
    @Test func theFirstIsHeard() throws {
        let words: [ServeConfiguration.Option: [String]] = [
            .listen: ["a:1", "b:2", "c:3"], .loops: ["1", "2", "3"], .logFormat: ["text", "json", "text"],
            .memory: ["true", "false", "true"], .drain: ["1s", "2s", "3s"], .room: ["x=a", "y=b", "z=c"],
        ]
        for (option, said) in words {
            for speakers in 1..<8 {
                let configuration = try resolve(
                    speakers & 4 == 0 ? nil : "\(option.rawValue): \(said[2])",
                    environment: speakers & 2 == 0 ? [:] : [option.variable: said[1]],
                    flags: speakers & 1 == 0 ? [:] : [option: [said[0]]])
                let first = said[speakers.trailingZeroBitCount]
                #expect(configuration.list(option) == [first], "\(option), speakers \(speakers)")
            }
        }
    }

    @Test func aListIsReplacedNotExtended() throws {
        let configuration = try resolve(
            "room: [a=one, b=two]", environment: ["RIFFLE_ROOM": "c=three, d=four"])
        #expect(configuration.list(.room) == ["c=three", "d=four"])
    }

    @Test func whoeverSaysOneOfTwoSaysNoToTheOther() throws {
        let configuration = try resolve(Self.full, flags: [.memory: ["true"]])
        #expect(configuration.isOn(.memory) && configuration[.store] == nil)
        #expect(complaints(flags: [.memory: ["true"], .store: ["x"]]) == ["--store: not together with --memory"])
        #expect(
            complaints("loops: 1\nmemory: true\nstore: x\n") == ["riffle.yaml:3:1: `store` not together with `memory`"])
        #expect(complaints("memory: false\nstore: x\n").isEmpty)
    }

    @Test(arguments: [
        ("lisen: a:1", "riffle.yaml:1:1: there is no option `lisen` (did you mean `listen`?)"),
        (
            "\nloops: 1\nsecret_file: x",
            "riffle.yaml:3:1: there is no option `secret_file` (did you mean `secret-file`?)"
        ),
        ("colour: red", "riffle.yaml:1:1: there is no option `colour`"),
        ("loops: 65", "riffle.yaml:1:8: `loops`: `65` is no number between 1 and 64"),
        ("loops: 2.5", "riffle.yaml:1:8: `loops`: `2.5` is no number between 1 and 64"),
        ("loops:", "riffle.yaml:1:7: `loops`: a value is missing"),
        ("loops: [1]", "riffle.yaml:1:8: `loops` takes one value, not a list"),
        ("room:\n  talk: deck.md", "riffle.yaml:2:3: `room` takes a word, not a structure"),
        ("room: [[a=b]]", "riffle.yaml:1:8: `room` takes a word, not a structure"),
        ("log-format: jsn", "riffle.yaml:1:13: `log-format`: `jsn` is none of text, json (did you mean `json`?)"),
        ("memory: yes", "riffle.yaml:1:9: `memory`: `yes` is neither true nor false"),
        ("memory: ture", "riffle.yaml:1:9: `memory`: `ture` is neither true nor false (did you mean `true`?)"),
        ("listen: 7420", "riffle.yaml:1:9: `listen`: `7420` is no HOST:PORT such as 127.0.0.1:7420"),
        ("drain: 20", "riffle.yaml:1:8: `drain`: `20` is no time such as 500ms or 30s"),
        ("- listen", "riffle.yaml:1:1: a configuration is a mapping, such as `listen: 127.0.0.1:7420`"),
        ("[a]: b", "riffle.yaml:1:1: the name of an option is due"),
        ("loops: 1\nloops: 2", "`loops` is given twice"),
        ("loops: 1\n\tlisten: x", "riffle.yaml:2:1: not YAML: "),
        ("room: [a", "not YAML: "),
    ]) func aFilesErrorsHaveTheirPlace(text: String, complaint: String) {
        let complaints = complaints(text)
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(complaint) == true, "\(complaints)")
        #expect(complaints.first?.hasPrefix("riffle.yaml:") == true)
    }

    @Test func everythingWrongIsToldAtOnce() {
        let complaints = complaints(
            "loops: 0\nopen: maybe\n", environment: ["RIFFLE_DRAIN": "soon"], flags: [.listen: ["here"]])
        #expect(
            complaints == [
                "--listen: `here` is no HOST:PORT such as 127.0.0.1:7420",
                "RIFFLE_DRAIN: `soon` is no time such as 500ms or 30s",
                "riffle.yaml:1:8: `loops`: `0` is no number between 1 and 64",
                "riffle.yaml:2:7: `open`: `maybe` is neither true nor false",
            ])
    }

    @Test func aNameNearlyKnownIsAnErrorAnyOtherIsNot() {
        #expect(
            complaints(environment: ["RIFFLE_LISTN": "a:1", "RIFFLE_COLOURFUL_LIFE": "x"])
                == ["RIFFLE_LISTN: no such setting (did you mean `RIFFLE_LISTEN`?)"])
    }

    @Test func aHugeFileIsNotRead() {
        #expect(
            complaints(String(repeating: "#", count: ServeConfiguration.fileBytes + 1))
                == ["riffle.yaml:1:1: a configuration has at most 65536 bytes"])
    }

    /// A flag that a file cannot name would surprise: whoever adds one adds its line to the table of options.
    @Test func everyFlagOfServeIsAnOption() {
        let known = Set(ServeConfiguration.Option.allCases.map(\.rawValue))
        let flags = Serve.helpMessage(columns: 200).matches(of: #/--([a-z][a-z-]*)/#).map { String($0.1) }
        #expect(flags.contains("listen"))
        for flag in flags where !known.contains(flag) && !["config", "help", "version"].contains(flag) {
            Issue.record("--\(flag): add it to ServeConfiguration.Option")
        }
    }
}
