import PagingContent
import PagingEngine
import Support

/// The fields of `target`.
private struct EndpointFields: Sendable {
    var path = PathText(text: ReferenceText(literal: "/"))
    var headers: [PlainEndpoint.Header]?
    var subprotocols: [String]?
    var push: PlainEndpoint.Push?
    var profile: ProfileUse?

    static let mapping = Mapping<EndpointFields>(
        definition: "target", text: "A plain WebSocket server.", empty: EndpointFields(),
        fields: [
            Field(
                "path", \.path, .path, standard: PathText(text: ReferenceText(literal: "/")), "The path, such as /ws."),
            Field("headers", \.headers, .headers, "Headers of the handshake."),
            Field("subprotocols", \.subprotocols, .list(of: .token, "subprotocols"), "The subprotocols to ask for."),
            Field("push", \.push, .push, "The messages that come without a request."),
            Field("profile", \.profile, .profileUse, "The protocol on top of WebSocket: docs/load-profiles.md."),
        ])
}

/// A path, with values of the user or without.
private struct PathText: Equatable, Sendable {
    let text: ReferenceText
}

private struct PushFields: Sendable {
    var field: String?
    var stamp = PlainEndpoint.Stamp()

    static let mapping = Mapping<PushFields>(
        definition: "push", text: "Messages that come without a request.", empty: PushFields(),
        fields: [
            Field("field", \.field, .text, required: true, "The field of a JSON object that holds the send time."),
            Field("unit", \.stamp.unit, .word("unit"), standard: .milliseconds, "The unit of that time."),
            Field("clock", \.stamp.clock, .word("clock"), standard: .unix, "The clock of that time."),
        ])
}

extension ValueKind<PlainEndpoint> {
    static var endpoint: ValueKind {
        EndpointFields.mapping.kind.mapped(
            { fields in
                let path = fields.path.text
                var endpoint = PlainEndpoint(path: path.literal ?? path.description)
                endpoint.userPath = path.literal == nil ? path : nil
                endpoint.headers = fields.headers ?? []
                endpoint.subprotocols = fields.subprotocols ?? []
                endpoint.push = fields.push
                endpoint.profileUse = fields.profile
                return endpoint
            },
            { endpoint in
                EndpointFields(
                    path: PathText(text: endpoint.userPath ?? ReferenceText(literal: endpoint.path)),
                    headers: endpoint.headers, subprotocols: endpoint.subprotocols,
                    push: endpoint.push, profile: endpoint.profileUse)
            })
    }
}

extension ValueKind<PlainEndpoint.Push> {
    fileprivate static var push: ValueKind {
        PushFields.mapping.kind.mapped(
            { fields in fields.field.map { PlainEndpoint.Push(field: $0, stamp: fields.stamp) } },
            { PushFields(field: $0.field, stamp: $0.stamp) })
    }
}

extension ValueKind<PathText> {
    fileprivate static var path: ValueKind {
        let plain = ValueKind<String>.path
        return ValueKind(
            expected: plain.expected, schema: plain.schema,
            read: { node, name, context in
                let example = node.referenceText?.example(context.scope)
                guard let text = node.referenceText, let example, PlainEndpoint.isPath(example) else {
                    context.reject(node, name, expected: plain.expected)
                    return nil
                }
                return PathText(text: text)
            }, write: { .quoted($0.text.description) })
    }
}

extension ReferenceText {
    /// The text with examples of its values.
    fileprivate func example(_ scope: ReferenceScope) -> String? {
        try? filled { reference throws(MissingValue) in scope.sample(reference, "1") }
    }
}

extension ValueKind<String> {
    static var path: ValueKind {
        scalar(
            "a path that begins with / and has no blanks and no #",
            ScriptSchema.Part(["type": "string", "pattern": "^/[^ #]*$"]),
            parse: { PlainEndpoint.isPath($0) ? $0 : nil }, write: { .quoted($0) })
    }

    /// A token of RFC 9110 §5.6.2.
    static var token: ValueKind {
        scalar(
            "a word without blanks and commas", ScriptSchema.Part(["type": "string"]),
            parse: { $0.isHTTPToken ? $0 : nil }, write: { .quoted($0) })
    }
}

extension ValueKind<[PlainEndpoint.Header]> {
    /// Headers that the connection writes itself.
    private static var ownHeaders: [String] { ["host", "upgrade", "connection"] }

    static var headers: ValueKind {
        let schema = ScriptSchema.Part([
            "type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
        ])
        return ValueKind(
            expected: "a mapping of names to values", schema: schema,
            read: { node, name, context in
                guard case .mapping(let entries) = node.content else {
                    context.reject(node, name, expected: "a mapping of names to values")
                    return nil
                }
                return entries.compactMap { header($0, &context) }
            },
            write: { headers in
                let pairs = headers.map {
                    (YAMLWord.quoted($0.name), YAMLValue.quoted($0.userValue?.description ?? $0.value))
                }
                return headers.isEmpty ? nil : .mapping(pairs)
            })
    }

    private static func header(
        _ entry: ScriptNode.KeyValuePair, _ context: inout ScriptContext
    ) -> PlainEndpoint.Header? {
        guard let name = entry.key.text, name.isHTTPToken else {
            context.reject(entry.key, "headers", expected: "a name of letters, digits and hyphens")
            return nil
        }
        let lower = name.lowercased()
        guard !ownHeaders.contains(lower), !lower.hasPrefix("sec-websocket-") else {
            let instead = lower == "sec-websocket-protocol" ? "use `subprotocols`" : "remove it"
            context.report("`headers`: the connection sets `\(name)` itself; \(instead)", at: entry.key)
            return nil
        }
        guard let text = entry.value.referenceText, let value = text.example(context.scope),
            PlainEndpoint.isHeaderValue(value)
        else {
            context.reject(entry.value, "headers", expected: "a line of ASCII text")
            return nil
        }
        guard let literal = text.literal else {
            return PlainEndpoint.Header(name: name, value: text.description, userValue: text)
        }
        return PlainEndpoint.Header(name: name, value: literal)
    }
}

/// The fields of `room`.
private struct RoomFields: Sendable {
    var preset = Script.Room.standard.preset
    var supplier: Supplier?
    var deck: String?
    var pages: [Page]?

    static let mapping = Mapping<RoomFields>(
        definition: "room", text: "The room of a run without a server.", empty: RoomFields(),
        fields: [
            Field(
                "preset", \.preset, .word("preset"), standard: Script.Room.standard.preset, "The rules of the pager."),
            Field(
                "supplier", \.supplier, .supplier,
                "The source of pages without a file: numbers, items:apple,banana, tabs, contents, animals:SEED."),
            Field("deck", \.deck, .text, "A Markdown deck; the path is relative to the script."),
            Field("pages", \.pages, .pages, "The pages themselves."),
        ], rules: [.atMostOne(["supplier", "deck", "pages"])])
}

extension ValueKind<Script.Room> {
    static var room: ValueKind {
        RoomFields.mapping.kind.mapped(
            { fields in
                let supplier = fields.pages.map { .listed($0) } ?? fields.supplier ?? fields.preset.supplier
                return Script.Room(preset: fields.preset, source: fields.deck.map { .deck($0) } ?? .supplier(supplier))
            },
            { room in
                var fields = RoomFields()
                fields.preset = room.preset
                switch room.source {
                case .deck(let path): fields.deck = path
                case .supplier(let supplier):
                    if let pages = supplier.list { fields.pages = pages } else { fields.supplier = supplier }
                }
                return fields
            })
    }
}

extension ValueKind<Supplier> {
    fileprivate static var supplier: ValueKind {
        ValueKind<String>.text.checked(
            { words, node, name, context in
                do throws(Supplier.ParseError) {
                    return try Supplier(words: words)
                } catch {
                    switch error {
                    case .unknown(let unknown):
                        let known = Phrase.list(unknown.known, "or")
                        context.reject(node, name, expected: known, suggestion: unknown.suggestion)
                    case .detail(let reason): context.report("`\(name)`: \(reason)", at: node)
                    }
                    return nil
                }
            },
            { supplier in
                switch supplier {
                case .numbers, .listed, .delayed: "numbers"
                case .animals(let seed): "animals:\(seed)"
                }
            })
    }
}
