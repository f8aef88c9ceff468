import Foundation
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import Scripting

/// The schema for editors is generated from the reader's tables. With `RECORD=1` the file is written again; read the
/// difference, then run without it.
@Suite struct ScriptSchemaTests {
    private struct Schema: Decodable {
        struct Definition: Decodable {
            struct Property: Decodable {}

            var properties: [String: Property]?
            var `enum`: [String]?
        }

        var definitions: [String: Definition]
    }

    private struct Faulty: Decodable {
        var about: String
        var text: String
    }

    private static let path = "script.schema.json"

    private static func file(_ path: String) throws -> Data {
        try Data(contentsOf: Repository.file("Protocol/\(path)"))
    }

    private static func schema() throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: file(path))
    }

    @Test func theFileIsTheGeneratedSchema() throws {
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(ScriptSchema.text.utf8).write(to: Repository.file("Protocol/\(Self.path)"))
            Issue.record("recorded Protocol/\(Self.path): read the difference, then run without RECORD")
        }
        let text = String(decoding: try Self.file(Self.path), as: UTF8.self)
        #expect(text == ScriptSchema.text, "Protocol/\(Self.path) is out of date: record it with RECORD=1")
    }

    @Test func everyReferenceHasADefinition() throws {
        let definitions = try Self.schema().definitions
        let references = ScriptSchema.text.split(separator: "#/definitions/").dropFirst().map { text in
            String(text.prefix { $0 != "\"" })
        }
        #expect(references.count > 100)
        #expect(Set(references).subtracting(definitions.keys) == [])
        #expect(Set(definitions.keys).subtracting(references) == [])
    }

    @Test func everyStepIsInTheSchema() throws {
        let definitions = try Self.schema().definitions
        let steps = Step.Action.specs.map(\.keyword)
        let plain = PlainStep.Action.specs.map(\.keyword)
        #expect(definitions["stepMapping"]?.properties.map { $0.keys.sorted() } == steps.sorted())
        #expect(definitions["plainStepMapping"]?.properties.map { $0.keys.sorted() } == plain.sorted())
        #expect(definitions["script"]?.properties.map { $0.keys.sorted() } == ScriptTable.script.keys.sorted())
    }

    @Test func everyWordOfAListIsThere() throws {
        let definitions = try ScriptSchemaTests.schema().definitions
        func expect<Word>(_ name: String, _ type: Word.Type, and others: [String] = [])
        where Word: RawRepresentable<String> & CaseIterable {
            #expect(definitions[name]?.enum == type.allCases.map(\.rawValue) + others, "\(name)")
        }
        expect("preset", Preset.self)
        expect("role", Role.self)
        expect("event", EventName.self)
        expect("phase", Phase.Name.self)
        expect("refusal", Refusal.Code.self, and: ["none"])
        expect("ease", DragPlan.Ease.self)
        expect("policy", Policy.self)
        expect("recentring", Configuration.Recentring.self)
        expect("wrap", PageOrder.Wrap.self)
        expect("grabWhileSettling", Configuration.GrabWhileSettling.self)
        expect("edge", Configuration.Edge.self)
        expect("axis", Configuration.Axis.self)
        expect("unit", PlainEndpoint.Stamp.Unit.self)
        expect("clock", PlainEndpoint.Stamp.Clock.self)
    }

    @Test func theReaderRefusesWhatTheSchemaRefuses() throws {
        let lines = try ScriptSchemaTests.file("vectors/invalid-script.jsonl").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 80)
        for line in lines {
            let faulty = try JSONDecoder().decode(Faulty.self, from: Data(line))
            #expect(throws: ScriptErrors.self, "\(faulty.about)") { try ScriptReader.read(faulty.text, file: "f") }
        }
    }
}
