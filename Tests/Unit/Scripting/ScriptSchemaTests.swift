import Foundation
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import Scripting

/// The schema that editors use and the reader know the same words, and refuse the same scripts.
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

    private static func file(_ path: String) throws -> Data {
        try Data(contentsOf: Repository.file("Protocol/\(path)"))
    }

    private static func schema() throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: file("script.schema.json"))
    }

    @Test func everyMappingHasTheSameKeys() throws {
        let definitions = try ScriptSchemaTests.schema().definitions
        for (name, keys) in ScriptKeys.all {
            #expect(definitions[name]?.properties.map { $0.keys.sorted() } == keys.sorted(), "\(name)")
        }
        let mappings = definitions.filter { $0.value.properties != nil }.map(\.key)
        #expect(Set(mappings) == Set(ScriptKeys.all.keys))
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
