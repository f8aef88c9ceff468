import PagingContent

/// The actions of a kind of script: those of members in rooms, or those of users of a plain endpoint.
protocol StepAction: Hashable, Sendable {
    /// The state of an actor that decides which steps it may take next.
    associatedtype Order: StepOrder where Order.Action == Self

    /// Every step there is.
    static var specs: [StepSpec<Self>] { get }
    /// Words for a step that another kind of script has.
    static func hint(for keyword: String) -> String
}

protocol StepOrder: Equatable, Sendable {
    associatedtype Action: StepAction

    init(_ steps: [PlacedStep<Action>])
    mutating func enterRepetition()
    mutating func leaveRepetition()
}

/// A step as read, with its place for errors that show only in the order of steps.
struct PlacedStep<Action: StepAction>: Sendable {
    let action: Action
    let line: Int
    var column = 0
    /// The rounds of a repetition.
    var rounds: Repetition<Action>?
}

/// Everything there is to say about one step; the runner alone has the code that performs it.
struct StepSpec<Action: StepAction>: Sendable {
    let keyword: String
    /// The step as a script has it, for help.
    let example: String
    /// A line about it, for help and the schema.
    let text: String
    let value: String
    let fields: [FieldText]
    let schema: ScriptSchema.Part
    /// Whether the keyword alone is a step.
    let mayStandAlone: Bool
    /// Reads the value behind the keyword.
    let read: @Sendable (ScriptNode, inout ScriptContext) -> (action: Action, rounds: Repetition<Action>?)?
    /// Whether an action is this step.
    let matches: @Sendable (Action) -> Bool
    /// The value behind the keyword; nil when the action is another step.
    let write: @Sendable (Action) -> YAMLValue?
    /// Takes the step in the order of an actor's steps; returns an error when it is out of place.
    let follow: @Sendable (Action, inout Action.Order) -> String?
    /// A line for the log; nil for a step that only waits or compares.
    let log: @Sendable (Action) -> String?
    /// The longest the step can take.
    let longestMilliseconds: @Sendable (Action) -> Int64

    /// - Parameters:
    ///   - make: the action of a value.
    ///   - take: the value of an action; nil when the action is another step.
    init<Value>(
        _ keyword: String, _ example: String, _ text: String, _ kind: ValueKind<Value>,
        make: @escaping @Sendable (Value) -> Action, take: @escaping @Sendable (Action) -> Value?,
        rounds: @escaping @Sendable (Value) -> Repetition<Action>? = { _ in nil },
        follow: @escaping @Sendable (Value, inout Action.Order) -> String?,
        log: @escaping @Sendable (Value) -> String? = { _ in nil },
        longestMilliseconds: @escaping @Sendable (Value) -> Int64 = { _ in 0 }
    ) {
        (self.keyword, self.example, self.text) = (keyword, example, text)
        (value, fields, schema) = (kind.expected, kind.fields, kind.schema)
        mayStandAlone = kind.expected.hasPrefix("nothing")
        read = { node, context in
            kind.read(node, keyword, &context).map { (make($0), rounds($0)) }
        }
        matches = { take($0) != nil }
        write = { take($0).flatMap { kind.write($0) } }
        self.follow = { action, order in take(action).flatMap { follow($0, &order) } }
        self.log = { take($0).flatMap(log) }
        self.longestMilliseconds = { take($0).map(longestMilliseconds) ?? 0 }
    }
}

extension StepAction {
    /// The step's row of the table.
    var spec: StepSpec<Self> {
        guard let spec = Self.specs.first(where: { $0.matches(self) }) else {
            preconditionFailure("Every action has a row in the table of steps")
        }
        return spec
    }

    /// The step as YAML.
    var yamlValue: YAMLValue {
        let spec = self.spec
        guard let value = spec.write(self) else { return .nothing }
        if case .nothing = value { return .text(spec.keyword) }
        return .mapping([(spec.keyword, value)])
    }

    /// The step in one line, as an element of a list.
    var yaml: String {
        guard case .mapping(let entries) = yamlValue else { return yamlValue.line }
        return "\(entries[0].0): \(entries[0].1.line)"
    }
}

extension ValueKind {
    /// A list of steps. At the top of an actor, their order is checked too.
    static func steps<Action: StepAction>(definition: String, isWhole: Bool = false) -> ValueKind
    where Value == [PlacedStep<Action>] {
        ValueKind(
            expected: "a list of steps", schema: ScriptSchema.Part(ScriptSchema.reference(to: definition)),
            read: { node, name, context in
                guard case .list(let nodes) = node.content else {
                    context.reject(node, name, expected: "a list of steps")
                    return nil
                }
                let steps: [PlacedStep<Action>] = nodes.compactMap { StepReading.step($0, &context) }
                if isWhole {
                    var order = Action.Order(steps)
                    StepReading.follow(steps, &order, &context)
                }
                return steps
            }, write: { steps in .list(steps.map(\.action.yamlValue)) })
    }
}

/// Reads single steps, and follows them in their order.
enum StepReading {
    static func step<Action>(_ node: ScriptNode, _ context: inout ScriptContext) -> PlacedStep<Action>? {
        let key: ScriptNode
        var value = ScriptNode(content: .scalar(""), line: node.line, column: node.column)
        switch node.content {
        case .scalar: key = node
        case .mapping(let entries) where !entries.isEmpty && entries[0].key.text != nil:
            (key, value) = (entries[0].key, entries[0].value)
            if entries.count > 1 {
                context.report(
                    "expected a step with one key, got `\(entries[1].key.text ?? "")` beside `\(key.text ?? "")`; indent "
                        + "it or begin a step with `-`", at: entries[1].key)
            }
        default:
            context.report("expected a step, got \(node.kind)", at: node)
            return nil
        }
        let word = key.text ?? ""
        guard let spec = Action.specs.first(where: { $0.keyword == word }) else {
            let nearest = Spelling.nearest(to: word, among: Action.specs.map(\.keyword))
            context.report("unknown step `\(word)`\(Action.hint(for: word))", at: key, suggestion: nearest)
            return nil
        }
        return spec.read(value, &context).map {
            PlacedStep(action: $0.action, line: key.line, column: key.column, rounds: $0.rounds)
        }
    }

    static func follow<Action>(
        _ steps: [PlacedStep<Action>], _ order: inout Action.Order, _ context: inout ScriptContext
    ) {
        for step in steps {
            if let problem = step.action.spec.follow(step.action, &order) {
                context.report(problem, line: step.line, column: step.column)
            }
            guard let rounds = step.rounds, let steps = rounds.steps else { continue }
            order.enterRepetition()
            let before = order
            follow(steps, &order, &context)
            // A second round finds steps that are out of place behind the first one.
            if rounds.times != 1, order != before { follow(steps, &order, &context) }
            order.leaveRepetition()
        }
    }
}

/// The value of `repeat`.
struct Repetition<Action: StepAction>: Sendable {
    var times: Int?
    var everyMilliseconds: Int64?
    var steps: [PlacedStep<Action>]?

    static func kind(_ definition: String, steps: String) -> ValueKind<Repetition> {
        Mapping<Repetition>(
            definition: definition, text: "Repeats steps.", empty: Repetition(),
            fields: [
                Field(
                    "times", \.times, .integer(1...Int64(ScriptLimits.repetitions)), required: true,
                    "The number of rounds."),
                Field(
                    "every", \.everyMilliseconds, .time(least: 1),
                    "The time from the start of one round to the start of the next, even when a round is late."),
                Field("steps", \.steps, .steps(definition: steps), required: true, "The steps of a round."),
            ]
        ).kind
    }
}
