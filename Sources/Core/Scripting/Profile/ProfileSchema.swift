import Support

/// The JSON schema of profiles, for editors; generated from the tables that the reader goes by.
package enum ProfileSchema {
    /// The whole schema, as the file `Protocol/profile.schema.json` has it.
    package static let text = document.text(columns: 100) + "\n"

    private static var document: JSONText {
        let profile = ProfileTable.profile.schema
        return [
            "$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:riffle:profile",
            "title": "Riffle load profile",
            "description": "A protocol on top of WebSocket for riffle load: NAME.profile.yaml. Generated, for editors.",
            "allOf": [profile.json],
            "definitions": .object(profile.definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
        ]
    }
}
