import Foundation
import TestSupport
import Testing

@testable import Scripting

@Suite struct ProfileReaderTests {
    private static let head = "profile: 1\ntitle: T\n"

    private static func complaints(_ text: String, values: [KeyedValue<String>]? = nil) -> [String] {
        do {
            _ = try ProfileReader.read(head + text, file: "f", values: values)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    static func builtIn() throws -> [(name: String, text: String)] {
        let folder = Repository.file("Sources/App/riffle/Load/Profiles/BuiltIn")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
        }
    }

    @Test func builtInProfilesAreValid() throws {
        let profiles = try Self.builtIn()
        #expect(profiles.count == 10)
        for (name, text) in profiles {
            let profile = try ProfileReader.read(text, file: name, values: [])
            #expect(!profile.messages.isEmpty, "\(name)")
            #expect(ProfileReader.isProfile(text))
        }
        #expect(!ProfileReader.isProfile("riffle: 1\n"))
    }

    @Test func parametersAreFilledIntoEveryText() throws {
        let text = """
            path: /{{where}}
            parameters: {where: a, key: null, sequence: ''}
            open: [{send: '{{key}} {{user}}'}, {expect: {where: {/x: '{{key}}'}}}]
            push: {on: {}, sequence: '{{sequence}}'}
            """
        let profile = try ProfileReader.read(
            Self.head + text, file: "f", values: [KeyedValue(key: "key", value: "k-{{user}}")])
        #expect(profile.path == "/a")
        #expect(profile.push?.sequence == nil)
        guard case .send(let frame) = profile.open[0], case .expect(let rule, _) = profile.open[1] else {
            Issue.record("expected a frame and a rule")
            return
        }
        #expect(frame.body.filled { $0 == "user" ? "7" : nil } == "k-7 7")
        #expect(rule.equal.first?.value == "k-{{user}}")
        // Alone, a file may leave its required parameters open.
        #expect(Self.complaints(text) == [])
        let missing = Self.complaints(text, values: [])
        #expect(missing.count == 1 && missing[0].contains("expected a value of the parameter `key`"), "\(missing)")
        let unknown = Self.complaints(
            text, values: [KeyedValue(key: "key", value: "1"), KeyedValue(key: "wher", value: "2")])
        #expect(unknown.count == 1 && unknown[0].contains("(did you mean `where`?)"), "\(unknown)")
    }

    @Test(arguments: [
        ("framing: mqt", "`framing`: expected text, lines, records, socket.io, mqtt, nats or stomp, got `mqt`"),
        ("messages: {a: {send: {kind: PUBLIS}}}\nframing: mqtt", "expected the kind CONNECT"),
        ("messages: {a: {send: {kind: PUBLISH, fields: {tpic: x}}}}\nframing: mqtt", "got `tpic`"),
        ("messages: {a: {send: {kind: A}}}", "frames of the framing `text` have a body alone"),
        ("messages: {a: {send: x, reply: {id: id}}}", "a JSON Pointer that begins with /, got `id`"),
        ("messages: {a: {send: x, reply: {id: /a~b}}}", "`id`: expected a JSON Pointer such as /id"),
        ("open: [{send: '{{token}}'}]", "got {{token}}"),
        ("open: [{send: '{{token'}]", "expected names such as {{topic}}"),
        ("open: [{send: a, expect: {body: b}}]", "expected one of send or expect"),
        ("open: [{send: a, capture: {a: /b}}]", "`capture` requires `expect`"),
        ("alive: {every: 5s}", "`every` requires `send`"),
        ("parameters: {id: 1}", "expected another name than `id`"),
        ("opne: []", "unknown key `opne` (did you mean `open`?)"),
        ("headers: {Host: a}", "the connection sets `Host` itself"),
    ])
    func mistakesAreNamed(text: String, expected: String) {
        let found = Self.complaints(text)
        #expect(found.contains { $0.contains(expected) }, "\(found)")
    }

    /// A short file whose parameters would fill the memory.
    @Test func filledTextsAreBounded() {
        let value = String(repeating: "x", count: 4_000)
        let text = String(repeating: "{{a}}", count: 1_000)
        let found = Self.complaints("parameters: {a: \(value)}\nopen: [{send: '\(text)'}]")
        #expect(
            found.contains { $0.contains("bytes with all parameters filled in") }, "\(found.map { $0.prefix(100) })")
    }

    @Test func argumentsAreTheNamesThatNothingElseFills() throws {
        let text = """
            open: [{expect: {has: [/sid]}, capture: {sid: /sid}}]
            messages: {a: {send: '{{id}} {{user}} {{sid}} {{topic}} {{body}} {{topic}}', reply: {id: /id, is: '{{key}}'}}}
            """
        let profile = try ProfileReader.read(Self.head + text, file: "f", values: [])
        #expect(profile.arguments(of: try #require(profile.message("a"))) == ["topic", "body", "key"])
    }

    @Test(
        arguments: [
            ("call: {message: a, with: {topic: t}}", nil),
            ("call: a", "`call`: `a` requires `topic`"),
            (
                "call: {message: a, with: {topic: t, tpic: t}}",
                "the arguments of `a` are topic, got `tpic` (did you mean"
            ),
            ("call: b", "the profile has no message `b`, but a"),
        ] as [(String, String?)])
    func callsAreComparedWithTheProfile(step: String, expected: String?) throws {
        let profile = try ProfileReader.read(Self.head + "messages: {a: {send: '{{topic}}'}}", file: "f", values: [])
        let text = """
            riffle: 1
            target: {profile: {name: x.yaml, with: {a: b}}}
            actors: [{name: a, steps: [{repeat: {times: 2, steps: [{\(step)}, push]}}]}]
            """
        let script = try ScriptReader.read(text, file: "s")
        #expect(script.load.plain?.profileUse == ProfileUse(name: "x.yaml", values: [KeyedValue(key: "a", value: "b")]))
        let found = script.problems(with: profile).map(\.description)
        #expect(found.count == (expected == nil ? 0 : 1))
        if let expected { #expect(found.first?.contains(expected) == true, "\(found)") }
        #expect(script.problems(with: nil).first?.message.contains("`call` requires a profile") == true)
    }

    @Test func theHandshakeOfTheScriptComesFirst() throws {
        let text = "path: /p\nheaders: {A: '1', B: '2'}\nsubprotocols: [p]\nmessages: {a: {send: x}}"
        let profile = try ProfileReader.read(Self.head + text, file: "f", values: [])
        var endpoint = PlainEndpoint(path: "/")
        endpoint.headers = [.init(name: "a", value: "3")]
        let spoken = endpoint.speaking(profile)
        #expect(spoken.path == "/p" && spoken.subprotocols == ["p"])
        #expect(spoken.headers == [.init(name: "a", value: "3"), .init(name: "B", value: "2")])
        #expect(PlainEndpoint(path: "/own").speaking(profile).path == "/own")
    }

    /// In a profile `${name}` is text, so neither the reader nor the schema takes it where a number or a word stands.
    @Test(arguments: ["framing: '${x}'", "openWithin: '${x}'", "alive: {every: '${x}', send: a}", "path: '${x}'"])
    func referencesAreNoValues(text: String) throws {
        #expect(!Self.complaints(text).isEmpty)
        #expect(!ProfileSchema.text.contains("definitions/reference") && !ProfileSchema.text.contains("\"reference\""))
        #expect(ScriptSchema.text.contains("definitions/reference"))
    }

    /// With `RECORD=1` the file is written again; read the difference, then run without it.
    @Test func theSchemaIsTheGeneratedOne() throws {
        let file = Repository.file("Protocol/profile.schema.json")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(ProfileSchema.text.utf8).write(to: file)
            Issue.record("recorded Protocol/profile.schema.json: read the difference, then run without RECORD")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == ProfileSchema.text, "record it with RECORD=1")
    }
}
