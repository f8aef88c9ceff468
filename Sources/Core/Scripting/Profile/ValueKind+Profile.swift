import Support

extension ValueKind<Int64> {
    static var profileVersion: ValueKind {
        scalar(
            "the version \(Profile.version)", ScriptSchema.Part(["const": .integer(Profile.version)]),
            parse: { Int64($0) == Profile.version ? Profile.version : nil }, write: { .text("\($0)") })
    }
}

extension ValueKind {
    /// A mapping whose keys the file chooses, in the order of the file.
    static func keyed<Element: Hashable & Sendable>(
        _ element: ValueKind<Element>, _ unit: String, most: Int = ProfileLimits.names,
        isKey: @escaping @Sendable (String) -> Bool
    ) -> ValueKind where Value == [KeyedValue<Element>] {
        let expected = "a mapping of names to \(unit)"
        let schema: JSONText = [
            "type": "object", "additionalProperties": element.schema.json, "maxProperties": .integer(most),
        ]
        return ValueKind(
            expected: expected, schema: ScriptSchema.Part(schema, element.schema.definitions),
            read: { node, name, context in
                guard case .mapping(let entries) = node.content else {
                    context.reject(node, name, expected: expected)
                    return nil
                }
                if entries.count > most {
                    context.report(
                        "`\(name)`: expected at most \(most) \(unit), got \(entries.count)", at: entries[most].key)
                    return nil
                }
                var values: [KeyedValue<Element>] = []
                for entry in entries {
                    guard let key = entry.key.text, isKey(key) else {
                        context.reject(entry.key, name, expected: "a name of \(unit)")
                        continue
                    }
                    if let value = element.read(entry.value, key, &context) {
                        values.append(KeyedValue(key: key, value: value))
                    }
                }
                return values.count == entries.count ? values : nil
            },
            write: { values in
                values.isEmpty
                    ? nil : .mapping(values.compactMap { entry in element.write(entry.value).map { (entry.key, $0) } })
            })
    }
}

extension ValueKind<FramePath> {
    static var place: ValueKind {
        scalar(
            "a JSON Pointer such as /id, body, or a field of the frame", ScriptSchema.Part(["type": "string"]),
            parse: { FramePath($0).isValid ? FramePath($0) : nil }, write: { .quoted($0.text) })
    }

    /// A place, or an empty text for none: a parameter may leave it out.
    static var optionalPlace: ValueKind {
        ValueKind(
            expected: place.expected, schema: place.schema,
            read: { node, name, context in
                node.text == "" ? FramePath("") : place.read(node, name, &context)
            }, write: place.write)
    }
}

extension ValueKind<[FramePath]> {
    static var places: ValueKind { .list(of: .place, "places", most: ProfileLimits.names) }
}

extension ValueKind<[KeyedValue<FramePath>]> {
    static var captures: ValueKind { .keyed(.place, "places", isKey: TextTemplate.isName) }
}

extension ValueKind<[KeyedValue<String?>]> {
    /// Names with their default texts, or nothing for a required value.
    static var parameters: ValueKind {
        let value = ValueKind<String?>(
            expected: "a text, or nothing",
            schema: ScriptSchema.Part(["type": ["string", "number", "boolean", "null"]]),
            read: { node, name, context in
                guard let text = node.text, text.utf8.count <= ProfileLimits.parameterBytes else {
                    context.reject(node, name, expected: "a text of at most \(ProfileLimits.parameterBytes) bytes")
                    return nil
                }
                // An empty text in quotes is a value; nothing at all is none.
                return .some(node.isEmpty && text != "" ? nil : text)
            }, write: { text in .quoted(text ?? "") })
        return .keyed(value, "texts", most: ProfileLimits.parameters, isKey: TextTemplate.isName)
    }
}

extension ValueKind<TextTemplate> {
    static var frameText: ValueKind {
        ValueKind(
            expected: "a text", schema: ScriptSchema.Part(["type": ["string", "number", "boolean"]]).named("text"),
            read: { node, name, context in
                guard let text = node.text, text.utf8.count <= ScriptLimits.messageBytes else {
                    context.reject(node, name, expected: "a text of at most \(ScriptLimits.messageBytes) bytes")
                    return nil
                }
                guard let template = TextTemplate(text) else {
                    context.report(
                        "`\(name)`: expected names such as {{topic}} between {{ and }}, got `\(text.prefix(60))`",
                        at: node)
                    return nil
                }
                return template
            }, write: { .quoted($0.description) })
    }
}

extension ValueKind<FrameTemplate> {
    /// A frame, or its body alone.
    static var frame: ValueKind {
        ValueKind<TextTemplate>.frameText.mapped(
            { body in
                var frame = FrameTemplate()
                frame.body = body
                return frame
            }, { $0.kind.isEmpty && $0.fields.isEmpty ? $0.body : nil }
        ).or(ProfileTable.frame.kind)
    }
}

extension ValueKind<ProfileUse> {
    /// The name or the path of a profile, or a mapping with values of its parameters.
    static var profileUse: ValueKind {
        ValueKind<String>.text.mapped({ ProfileUse(name: $0) }, { $0.texts.isEmpty ? $0.name : nil }).or(
            Mapping<ProfileUse>(
                definition: "profileUse", text: "A profile and the values of its parameters.",
                empty: ProfileUse(name: ""),
                fields: [
                    Field("name", \.givenName, .text, required: true, "Its name, or the path of its file."),
                    Field(
                        "with", \.texts,
                        .keyed(.references, "texts", most: ProfileLimits.parameters, isKey: TextTemplate.isName),
                        standard: [], "Values of its parameters; those with values of users stand in frames only."),
                ]
            ).kind)
    }
}

/// A call as a script writes it.
struct CallFields: Equatable, Sendable {
    var message: String?
    var values: [KeyedValue<Template>] = []
    var withinMilliseconds = PlainStep.standardWithinMilliseconds

    static var kind: ValueKind<CallFields> {
        ValueKind<String>.text.mapped(
            { CallFields(message: $0) }, { $0 == CallFields(message: $0.message) ? $0.message : nil }
        ).or(
            Mapping<CallFields>(
                definition: "call", text: "A message of the profile.", empty: CallFields(),
                fields: [
                    Field("message", \.message, .text, required: true, "The name of the message."),
                    Field(
                        "with", \.values, .keyed(.template, "texts", isKey: TextTemplate.isName), standard: [],
                        "Its arguments, with placeholders as in `send`."),
                    Field(
                        "within", \.withinMilliseconds, .time(), standard: PlainStep.standardWithinMilliseconds,
                        "The longest time to wait for the reply."),
                ]
            ).kind)
    }
}
