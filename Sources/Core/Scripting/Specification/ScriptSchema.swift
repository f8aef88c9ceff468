import Support

/// The JSON schema of scripts, for editors; generated from the tables that the reader goes by.
package enum ScriptSchema {
    /// A piece of the schema with the definitions it refers to.
    struct Part: Sendable {
        let json: JSONText
        let definitions: [String: JSONText]

        init(_ json: JSONText, _ definitions: [String: JSONText] = [:]) {
            self.json = json
            self.definitions = definitions
        }

        /// The same as a definition, and a reference to it.
        func named(_ name: String) -> Part {
            var definitions = definitions
            definitions[name] = json
            return Part(ScriptSchema.reference(to: name), definitions)
        }

        /// The same, or a text with `${name}`, which stands for a value.
        var orReference: Part {
            let reference: JSONText = [
                "description": "A text with values, such as ${count}.", "type": "string",
                "pattern": #"\$\{[A-Za-z0-9_.-]+(\|json|\|url)?\}"#,
            ]
            return Part(
                ["anyOf": [json, ScriptSchema.reference(to: "reference")]],
                definitions.merging(["reference": reference]) { first, _ in first })
        }

        /// The same with a description, unless it has one.
        func described(_ text: String) -> Part {
            guard case .object(let members) = json, !members.contains(where: { $0.0 == "description" }) else {
                return self
            }
            let isReference = members.contains { $0.0 == "$ref" }
            let rest = isReference ? [("allOf", JSONText.array([json]))] : members
            return Part(.object([("description", .string(text))] + rest), definitions)
        }
    }

    static let decimalPattern = #"\+?(\d+(\.\d*)?|\.\d+)"#
    static let timePattern = decimalPattern + "(ms|s|m)"

    static func reference(to name: String) -> JSONText { ["$ref": .string("#/definitions/\(name)")] }

    /// Keywords of which several rules may use the same one.
    static func merged(_ keywords: [(String, JSONText)]) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = []
        var rest: [JSONText] = []
        for (keyword, value) in keywords {
            guard let place = members.firstIndex(where: { $0.0 == keyword }) else {
                members.append((keyword, value))
                continue
            }
            if keyword == "dependencies", case .object(let known) = members[place].1, case .object(let new) = value,
                !known.contains(where: { $0.0 == new[0].0 })
            {
                members[place].1 = .object(known + new)
            } else {
                rest.append(.object([(keyword, value)]))
            }
        }
        return rest.isEmpty ? members : members + [("allOf", .array(rest))]
    }

    /// The whole schema, as the file `Protocol/script.schema.json` has it.
    package static let text = document.text(columns: 100) + "\n"

    private static var document: JSONText {
        let script = ScriptTable.script.schema
        var definitions = script.definitions
        for actor in [ScriptTable.actor.schema, ScriptTable.plainActor.schema] {
            definitions.merge(actor.definitions) { first, _ in first }
        }
        addSteps(Step.Action.specs, "step", to: &definitions)
        addSteps(PlainStep.Action.specs, "plainStep", to: &definitions)
        definitions["script"] = definitions["script"]?.appending(ScriptTable.targetCondition)
        return [
            "$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:riffle:script",
            "title": "Riffle script",
            "description":
                "A scene for several actors in one room, or a load run: NAME.riffle.yaml. Generated, for editors.",
            "allOf": [reference(to: "script")],
            "definitions": .object(definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
        ]
    }

    private static func addSteps<Action>(
        _ specs: [StepSpec<Action>], _ name: String, to definitions: inout [String: JSONText]
    ) {
        for spec in specs { definitions.merge(spec.schema.definitions) { first, _ in first } }
        let bare = specs.filter(\.mayStandAlone).map { JSONText.string($0.keyword) }
        definitions["\(name)s"] = [
            "description": "Steps in their order.", "type": "array", "items": reference(to: name),
        ]
        definitions[name] = ["anyOf": [["enum": .array(bare)], reference(to: "\(name)Mapping")]]
        definitions["\(name)Mapping"] = [
            "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
            "properties": .object(specs.map { ($0.keyword, $0.schema.described($0.text).json) }),
        ]
    }
}
