/// A step as read, with its place for errors that show only in the order of steps.
struct PlacedStep<Action: StepAction>: Sendable {
    let action: Action
    let line: Int
    var column = 0
    /// The rounds of a repetition.
    var rounds: Repetition<Action>?
    /// The step as written, where it has values that only users have.
    var late: LateStep?
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
    /// Whether its fields take references themselves, because it is played often or holds other steps.
    var takesReferences = false
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

extension StepSpec {
    /// The same row, whose fields take references.
    var takingReferences: StepSpec {
        var spec = self
        spec.takesReferences = true
        return spec
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
    ///
    /// - Parameter start: The state of the actor before its first step.
    static func steps<Action: StepAction>(
        definition: String, isWhole: Bool = false,
        from start: @escaping @Sendable ([PlacedStep<Action>]) -> Action.Order = { Action.Order($0) }
    ) -> ValueKind where Value == [PlacedStep<Action>] {
        ValueKind(
            expected: "a list of steps", schema: ScriptSchema.Part(ScriptSchema.reference(to: definition)),
            read: { node, name, context in
                guard case .list(let nodes) = node.content else {
                    context.reject(node, name, expected: "a list of steps")
                    return nil
                }
                let steps: [PlacedStep<Action>] = nodes.compactMap { StepReading.step($0, &context) }
                if isWhole {
                    var order = start(steps)
                    StepReading.follow(steps, &order, &context)
                }
                return steps
            }, write: { steps in .list(steps.map(\.yamlValue)) })
    }
}

extension PlacedStep {
    /// The step as YAML.
    var yamlValue: YAMLValue {
        guard let late else { return action.yamlValue }
        return .mapping([(late.keyword, late.value.yamlValue)])
    }
}

extension ScriptNode {
    fileprivate var yamlValue: YAMLValue {
        switch content {
        case .scalar(let text): .quoted(text)
        case .template(let text): .quoted(text.description)
        case .list(let nodes): .list(nodes.map(\.yamlValue))
        case .mapping(let entries): .mapping(entries.map { ($0.key.text ?? "", $0.value.yamlValue) })
        }
    }
}
