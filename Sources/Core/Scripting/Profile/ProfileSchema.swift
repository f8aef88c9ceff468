import Support

/// The JSON schema of profiles, for editors; generated from the tables that the reader goes by.
package enum ProfileSchema {
    /// The whole schema, as the file `Protocol/profile.schema.json` has it.
    package static let text = document.text(columns: 100) + "\n"

    private static var document: JSONText {
        let profile = ProfileTable.profile.schema
        let definitions = profile.definitions.filter { $0.key != "reference" }.sorted { $0.key < $1.key }
        return [
            "$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:riffle:profile",
            "title": "Riffle load profile",
            "description": "A protocol on top of WebSocket for riffle load: NAME.profile.yaml. Generated, for editors.",
            "allOf": [withoutReferences(profile.json)],
            "definitions": .object(definitions.map { ($0.key, withoutReferences($0.value)) }),
        ]
    }

    /// The same for files in which `${name}` is text.
    private static func withoutReferences(_ part: JSONText) -> JSONText {
        switch part {
        case .object(let members): .object(members.map { ($0.0, withoutReferences($0.1)) })
        case .array(let parts): .array(parts.filter { !isReference($0) }.map(withoutReferences))
        default: part
        }
    }

    private static func isReference(_ part: JSONText) -> Bool {
        guard case .object(let members) = part, members.count == 1, case .string(let path) = members[0].1 else {
            return false
        }
        return members[0].0 == "$ref" && path == "#/definitions/reference"
    }
}
