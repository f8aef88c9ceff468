import PagingContent
import PagingEngine
import PagingRoom
import Support

/// The mappings of a script: the script itself and its actors.
enum ScriptTable {
    static let actor = Mapping<ActorFields>(
        definition: "actor", text: "A member of the room, or many.", empty: ActorFields(),
        fields: [
            ActorFields.name,
            Field("role", \.role, ValueKind<Role>.word("role"), standard: .member, "The role in the room."),
            Field("token", \.token, .references, "The access token of each user, such as ${people.token}."),
        ] + ActorFields.population + [
            Field("steps", \.steps, .steps(definition: "steps", isWhole: true), "The steps, one after the other.")
        ], rules: ActorFields.rules)

    static let plainActor = Mapping<ActorFields>(
        definition: "plainActor", text: "A user of a plain endpoint, or many.", empty: ActorFields(),
        fields: [ActorFields.name] + ActorFields.population + [
            Field(
                "steps", \.plainSteps, .steps(definition: "plainSteps", isWhole: true),
                "The steps, one after the other.")
        ], rules: ActorFields.rules)

    static let script = Mapping<ScriptFields>(
        definition: "script", text: "A scene or a load run.", empty: ScriptFields(),
        fields: ScriptFields.head + ScriptFields.load + [
            Field("actors", \.actors, .actors, required: true, "The actors."),
            Field(
                "chaos", \.chaos, .list(of: .chaosEntry, "faults", most: ScriptLimits.faults),
                "Faults and commands at moments of the run."),
            Field(
                "thresholds", \.thresholds, .list(of: .threshold, "thresholds", most: ScriptLimits.thresholds),
                "Conditions on figures; the run fails where one does not hold."
            ).with(
                examples: "thresholds: [deliver.p95 < 100ms]",
                "thresholds: [{threshold: deliver.p95 < 1s over 10s, abort: true, after: 30s}]"),
        ])

    /// The part of the schema that chooses between the two kinds of actors.
    static let targetCondition: [(String, JSONText)] = [
        ("if", ["required": ["target"]]),
        (
            "then",
            [
                "properties": ["actors": ["items": ScriptSchema.reference(to: "plainActor")]],
                "not": ["anyOf": [["required": ["room"]], ["required": ["rooms"]]]],
            ]
        ),
        ("else", ["properties": ["actors": ["items": ScriptSchema.reference(to: "actor")]]]),
    ]
}

/// The fields of a script at the top.
struct ScriptFields: Sendable {
    var version: Int64?
    var title: String?
    var target: PlainEndpoint?
    var room: Script.Room?
    var seed: Int64?
    var variables: NoValue?
    var data: [DataPlan]?
    var rooms: Int?
    var durationMilliseconds: Int64?
    var warmupSeconds = 0
    var actors: [Script.Actor]?
    var chaos: [ChaosEntry]?
    var thresholds: [Threshold]?
    var agentLoss = AgentLoss.void

    static let head: [Field<ScriptFields>] = [
        Field("riffle", \.version, .version, required: true, "The version of the format."),
        Field("title", \.title, .text, "A title."),
        Field("target", \.target, .endpoint, "A plain WebSocket server instead of a room.")
            .with(examples: "target: {path: /ws, push: {field: t, unit: us}}"),
        Field("room", \.room, ValueKind<Script.Room>.room.inRoomsOnly, "The room of a run without a server."),
        Field("seed", \.seed, .integer(0...Int64.max), "The seed of all choices."),
        Field(
            "vars", \.variables, .variables,
            "Values for `${name}` in texts, numbers and times; `${name|json}` and `${name|url}` escape. `--var` changes them."
        )
        .with(examples: "vars: {pace: 2s, room: lobby}"),
        Field("data", \.data, .data, "Files with rows, for `${people.name}`.")
            .with(
                examples: "data: {people: {csv: people.csv}}",
                "data: {words: {jsonl: words.jsonl, per: shared, order: random}}"),
    ]

    static let load: [Field<ScriptFields>] = [
        Field(
            "rooms", \.rooms, ValueKind<Int>.integer(1...Int64(ScriptLimits.rooms)).inRoomsOnly,
            "The number of rooms the users are spread over."
        ).with(examples: "rooms: 4"),
        Field("duration", \.durationMilliseconds, .time(least: 1), "The end of the run, whatever is left to do.")
            .with(examples: "duration: 2m"),
        Field(
            "warmup", \.warmupSeconds, .warmup, standard: 0,
            "The start of the run that figures and thresholds leave out."
        )
        .with(examples: "warmup: 10s"),
        Field(
            "agents", \.agentLoss, AgentFields.lossKind, standard: .void,
            "How the run goes on when it loses an agent on another machine."
        )
        .with(examples: "agents: {lost: shrink}"),
    ]

    func script(file: String) -> Script {
        var load = LoadScript()
        load.plain = target
        load.rooms = rooms ?? load.rooms
        load.durationMilliseconds = durationMilliseconds ?? actors?.compactMap(\.population.stagesMilliseconds).max()
        load.warmupSeconds = warmupSeconds
        load.agentLoss = agentLoss
        for entry in chaos ?? [] {
            switch entry {
            case .fault(let fault): load.chaos.append(fault)
            case .command(let command): load.commands.append(command)
            }
        }
        load.thresholds = thresholds ?? []
        return Script(
            file: file, title: title, room: room ?? .standard, seed: seed.map(UInt64.init), actors: actors ?? [],
            load: load)
    }
}

extension ValueKind {
    /// A value that a script for a plain endpoint does not have.
    fileprivate var inRoomsOnly: ValueKind {
        ValueKind(
            expected: expected, schema: schema, fields: fields,
            read: { node, name, context in
                guard !context.outline.isPlain else {
                    context.report("`\(name)` cannot stand beside a plain `target`", at: node)
                    return nil
                }
                return read(node, name, &context)
            }, write: write)
    }
}

extension ValueKind<Int64> {
    fileprivate static var version: ValueKind {
        let expected = "the version \(Script.version)"
        return scalar(
            expected, ScriptSchema.Part(["const": .integer(Script.version)]),
            parse: { Int64($0) == Script.version ? Script.version : nil }, write: { .text("\($0)") })
    }
}

extension ValueKind<[Script.Actor]> {
    fileprivate static var actors: ValueKind {
        let limit = ScriptLimits.actors
        let schema = ScriptSchema.Part(["type": "array", "minItems": 1, "maxItems": .integer(Int64(limit))])
        return ValueKind(
            expected: "a list of actors", schema: schema,
            read: { node, name, context in
                guard case .list(let nodes) = node.content, !nodes.isEmpty else {
                    context.reject(node, name, expected: "a list of at least one actor")
                    return nil
                }
                if nodes.count > limit {
                    context.report("`\(name)`: expected at most \(limit) actors, got \(nodes.count)", at: nodes[limit])
                }
                var seen: Set<String> = []
                for node in nodes {
                    guard let name = node["name"]?.text, !seen.insert(name).inserted else { continue }
                    context.report("another actor is named `\(name)`; give each its own name", at: node)
                }
                return nodes.compactMap { ValueKind.actor($0, &context) }
            }, write: { _ in nil })
    }

    private static func actor(_ node: ScriptNode, _ context: inout ScriptContext) -> Script.Actor? {
        let table = context.outline.isPlain ? ScriptTable.plainActor : ScriptTable.actor
        guard let fields = table.kind.read(node, "actor", &context) else { return nil }
        if fields.rate != nil, fields.forMilliseconds == nil, !context.outline.hasDuration {
            context.report("`rate` requires `for`, or a `duration` of the script", at: node["rate"] ?? node)
        }
        if let most = node["most"], !fields.isOpen {
            context.report("`most` requires stages with rates, got stages with users", at: most)
        }
        return fields.actor(line: node.line)
    }
}
