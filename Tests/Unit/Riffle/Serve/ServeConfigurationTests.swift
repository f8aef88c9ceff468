import ArgumentParser
import PagingRoom
import Testing

@testable import riffle

/// The options of `serve` in flags, environment and file: precedence, values and error texts.
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

    @Test func aFileMayGiveAllOptions() throws {
        let configuration = try resolve(Self.full)
        let settings = configuration.settings
        #expect(settings.listen.description == "0.0.0.0:7420")
        #expect(settings.isOpen && configuration.words["memory"] == nil)
        #expect(settings.rooms == ["talk=decks/tour.md", "count=threePage:numbers"])
        #expect(settings.loops == 2)
        #expect(settings.store == "/var/lib/riffle/rooms.sqlite")
        #expect(settings.logFormat == .json)
        #expect(settings.connections == 20_000)
        #expect(settings.drainMilliseconds == 20_000)
        #expect(settings.secretFile == nil)
    }

    @Test(arguments: [nil, "", "# nothing\n", "---\n", "{}"]) func anEmptyFileGivesNoOption(text: String?) throws {
        let configuration = try resolve(text, environment: ["HOME": "/", "RIFFLE": "x"])
        #expect(configuration.words.isEmpty)
    }

    /// Every combination of flags, environment and file: the first of them applies.
    @Test func flagsPrecedeEnvironmentPrecedesFile() throws {
        let words: [String: [String]] = [
            "listen": ["a:1", "b:2", "c:3"], "loops": ["1", "2", "3"], "log-format": ["text", "json", "text"],
            "memory": ["true", "false", "true"], "drain": ["1s", "2s", "3s"], "room": ["x=a", "y=b", "z=c"],
        ]
        for (name, given) in words {
            let option = try #require(OptionSpec.named(name))
            for sources in 1..<8 {
                let configuration = try resolve(
                    sources & 4 == 0 ? nil : "\(name): \(given[2])",
                    environment: sources & 2 == 0 ? [:] : [option.variable: given[1]],
                    flags: sources & 1 == 0 ? [:] : [name: [given[0]]])
                let first = given[sources.trailingZeroBitCount]
                #expect(configuration.words[name] == [first], "\(name), sources \(sources)")
            }
        }
    }

    @Test func aListIsReplacedNotExtended() throws {
        let configuration = try resolve(
            "room: [a=one, b=two]", environment: ["RIFFLE_ROOM": "c=three, d=four"])
        #expect(configuration.settings.rooms == ["c=three", "d=four"])
    }

    @Test func anOptionExcludesItsRivalInLaterSources() throws {
        let configuration = try resolve(Self.full, flags: ["memory": ["true"]])
        #expect(configuration.words["memory"] == ["true"] && configuration.settings.store == nil)
        #expect(
            complaints(flags: ["memory": ["true"], "store": ["x"]]) == ["--store: cannot be combined with --memory"])
        #expect(
            complaints("loops: 1\nmemory: true\nstore: x\n")
                == ["riffle.yaml:3:1: `store` cannot be combined with `memory`"])
        #expect(complaints("memory: false\nstore: x\n").isEmpty)
    }

    @Test(arguments: [
        ("lisen: a:1", "riffle.yaml:1:1: unknown option `lisen` (did you mean `listen`?)"),
        (
            "\nloops: 1\nsecret_file: x",
            "riffle.yaml:3:1: unknown option `secret_file` (did you mean `secret-file`?)"
        ),
        ("colour: red", "riffle.yaml:1:1: unknown option `colour`"),
        ("loops: 65", "riffle.yaml:1:8: `loops`: expected a number from 1 to 64, got `65`"),
        ("loops: 2.5", "riffle.yaml:1:8: `loops`: expected a number from 1 to 64, got `2.5`"),
        ("loops:", "riffle.yaml:1:7: `loops`: expected a number from 1 to 64, got nothing"),
        ("loops: [1]", "riffle.yaml:1:8: `loops`: expected one value, got a list"),
        ("room:\n  talk: deck.md", "riffle.yaml:2:3: `room`: expected a word, got a mapping"),
        ("room: [[a=b]]", "riffle.yaml:1:8: `room`: expected a word, got a list"),
        (
            "log-format: jsn",
            "riffle.yaml:1:13: `log-format`: expected one of text, json, got `jsn` (did you mean `json`?)"
        ),
        ("memory: yes", "riffle.yaml:1:9: `memory`: expected true or false, got `yes`"),
        ("memory: ture", "riffle.yaml:1:9: `memory`: expected true or false, got `ture` (did you mean `true`?)"),
        ("listen: a", "riffle.yaml:1:9: `listen`: expected HOST:PORT such as 127.0.0.1:7420, or a PORT"),
        ("drain: 20", "riffle.yaml:1:8: `drain`: expected a time such as 500ms or 30s, got `20`"),
        ("- listen", "riffle.yaml:1:1: expected a mapping such as `listen: 127.0.0.1:7420`"),
        ("[a]: b", "riffle.yaml:1:1: expected the name of an option"),
        ("loops: 1\nloops: 2", "`loops` is given twice"),
        ("loops: 1\n\tlisten: x", "riffle.yaml:2:1: not YAML: "),
        ("room: [a", "not YAML: "),
    ]) func aFilesErrorsHaveTheirPlace(text: String, complaint: String) {
        let complaints = complaints(text)
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(complaint) == true, "\(complaints)")
        #expect(complaints.first?.hasPrefix("riffle.yaml:") == true)
    }

    @Test func allErrorsAreReportedTogether() {
        let complaints = complaints(
            "loops: 0\nopen: maybe\n", environment: ["RIFFLE_DRAIN": "soon"], flags: ["listen": ["here"]])
        #expect(
            complaints == [
                "--listen: expected HOST:PORT such as 127.0.0.1:7420, or a PORT of this machine, got `here`",
                "RIFFLE_DRAIN: expected a time such as 500ms or 30s, got `soon`",
                "riffle.yaml:1:8: `loops`: expected a number from 1 to 64, got `0`",
                "riffle.yaml:2:7: `open`: expected true or false, got `maybe`",
            ])
    }

    @Test func onlyAVariableSimilarToAnOptionIsAnError() {
        #expect(
            complaints(environment: ["RIFFLE_LISTN": "a:1", "RIFFLE_COLOURFUL_LIFE": "x"])
                == ["RIFFLE_LISTN: unknown setting (did you mean `RIFFLE_LISTEN`?)"])
    }

    @Test func aHugeFileIsNotRead() {
        #expect(
            complaints(String(repeating: "#", count: ConfigurationFileReader.fileBytes + 1))
                == ["riffle.yaml:1:1: expected at most 65536 bytes, got 65537"])
    }

    /// The command line has the options of the table, and no other besides `--config`.
    @Test func everyFlagOfServeIsAnOption() {
        let known = Set(OptionSpec.serve.map(\.name) + ["config", "help", "version"])
        let labels = Serve.helpMessage(columns: 200).matches(of: #/\n  (?:-[a-z], )?--([a-z][a-z-]*)/#)
        #expect(
            labels.map { String($0.1) }.filter { $0 != "version" } == OptionSpec.serve.map(\.name) + ["config", "help"])
        for flag in Serve.helpMessage(columns: 200).matches(of: #/--([a-z][a-z-]*)/#)
        where !known.contains(String(flag.1)) {
            Issue.record("--\(flag.1): add a row to OptionSpec.serve")
        }
    }

    /// Every option is parsed from the command line in its form.
    @Test func theCommandLineIsDerivedFromTheTable() throws {
        for option in OptionSpec.serve {
            let (words, expected): ([String], [String]) =
                switch option.form {
                case .flag: (["--\(option.name)"], ["true"])
                case .value: (["--\(option.name)", "a", "--\(option.name)", "b"], ["b"])
                case .list: (["--\(option.name)", "a", "--\(option.name)", "b"], ["a", "b"])
                }
            #expect(try Serve.parse(words).flags.words == [option.name: expected], "\(option.name)")
        }
        #expect(try Serve.parse([]).flags.words.isEmpty)
        #expect(try Serve.parse(["-v"]).flags.words == ["verbose": ["true"]])
    }

    @Test func optionsAreDistinctAndExcludeEachOther() throws {
        #expect(Set(OptionSpec.serve.map(\.name)).count == OptionSpec.serve.count)
        #expect(
            OptionSpec.named("store")?.rival?.name == "memory" && OptionSpec.named("memory")?.rival?.name == "store")
        #expect(OptionSpec.serve.filter { $0.rival != nil }.count == 2)
    }

    /// A word for each option arrives in the settings: the settings differ from the defaults.
    @Test func everyOptionChangesItsSetting() throws {
        let words = [
            "address": "h:9", "a number": "300", "a time": "7s", "HOST:PORT": "h:9", "PORT": "9", "a path": "p",
            "an address or a range": "10.0.0.0/8", "a name": "x",
        ]
        for option in OptionSpec.serve where option.name != "memory" {
            let word =
                option.form == .flag
                ? "true"
                : option.choices.last { $0 != option.standard }
                    ?? words.first { option.expected.hasPrefix($0.key) }?.value ?? "x"
            let fitting = option.problem(with: word) == nil ? word : "5"
            let settings = try resolve(flags: [option.name: [fitting]]).settings
            var (changed, standard) = (settings, ServeSettings())
            (changed.server.epoch, standard.server.epoch) = (Epoch("a"), Epoch("a"))
            #expect("\(changed)" != "\(standard)", "\(option.name)")
        }
    }

    @Test func theTableOfTheDocumentationHasARowForEachOption() {
        let lines = OptionSpec.markdown.split(separator: "\n")
        #expect(lines.count == OptionSpec.serve.count + 2)
        for (line, option) in zip(lines.dropFirst(2), OptionSpec.serve) {
            #expect(line.hasPrefix("| `--\(option.name)` | `\(option.variable)` | "))
        }
        #expect(OptionSpec.markdown.contains("| a time such as 500ms or 30s | 10m |"))
    }
}
