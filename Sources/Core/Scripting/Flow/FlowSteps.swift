/// The steps that choose among other steps or repeat them, for both kinds of scripts.
enum FlowSteps<Action: StepAction> {
    /// - Parameters:
    ///   - prefix: begins the names of the definitions in the schema.
    ///   - example: an example of a condition.
    ///   - steps: The definition of a list of steps.
    ///   - inner: an example of a step.
    ///   - follow: takes one of these steps in the order of an actor's steps.
    static func rows(
        prefix: String, steps: String, condition example: String, inner: String,
        follow: @escaping @Sendable (inout Action.Order) -> String?
    ) -> [StepSpec<Action>] {
        [
            StepSpec(
                "if", "if: {\(example), then: [\(inner)]}", "takes steps only where a condition holds",
                BranchFields<Action>.kind(prefix.isEmpty ? "if" : prefix + "If", steps), make: { $0.action },
                take: { BranchFields($0.innerFlow) }, follow: { follow(&$1) },
                longestMilliseconds: { longest($0.action.innerFlow) }
            ).takingReferences,
            StepSpec(
                "while", "while: {\(example), most: 9, steps: [\(inner)]}",
                "repeats steps as long as a condition holds",
                LoopFields<Action>.kind(prefix.isEmpty ? "while" : prefix + "While", steps), make: { $0.action },
                take: { LoopFields($0.innerFlow) }, follow: { follow(&$1) },
                longestMilliseconds: { longest($0.action.innerFlow) }
            ).takingReferences,
            StepSpec(
                "choose", "choose: [{weight: 3, steps: [\(inner)]}, {weight: 1, steps: []}]",
                "takes one of several ways by chance, in proportion to their weights",
                WayFields<Action>.kind(prefix.isEmpty ? "way" : prefix + "Way", steps),
                make: { ways in WayFields.action(ways) },
                take: { WayFields.ways($0.innerFlow) }, follow: { follow(&$1) },
                longestMilliseconds: { longest(WayFields.action($0).innerFlow) }
            ).takingReferences,
        ]
    }

    /// The longest that a flow can take, in milliseconds.
    static func longest(_ flow: Flow<Action.LinedStep>?) -> Int64 {
        guard let flow else { return 0 }
        let ways = flow.ways.map { way in
            Step.sum(
                way.map { step in
                    let action = Action.placed(step).action
                    return action.spec.longestMilliseconds(action)
                })
        }
        let round = ways.max() ?? 0
        switch flow {
        case .branch, .choice: return round
        case .endless: return Step.longest
        case .loop(_, let most, _):
            let (time, overflows) = round.multipliedReportingOverflow(by: Int64(most))
            return overflows ? Step.longest : min(time, Step.longest)
        }
    }
}

extension StepAction {
    fileprivate static func lined(_ steps: [PlacedStep<Self>]?) -> [LinedStep] { (steps ?? []).map { lined($0) } }
}

/// The fields of `if`.
private struct BranchFields<Action: StepAction>: ConditionDraft {
    var test = ConditionFields()
    var then: [PlacedStep<Action>]?
    var otherwise: [PlacedStep<Action>]?

    init() {}

    init?(_ flow: Flow<Action.LinedStep>?) {
        guard case .branch(let condition, let then, let otherwise) = flow else { return nil }
        test = ConditionFields(condition)
        self.then = then.map { Action.placed($0) }
        self.otherwise = otherwise.isEmpty ? nil : otherwise.map { Action.placed($0) }
    }

    var action: Action {
        guard let condition = test.condition else { preconditionFailure("The reader requires a comparison") }
        return .flow(.branch(condition, then: Action.lined(then), otherwise: Action.lined(otherwise)))
    }

    static func kind(_ definition: String, _ steps: String) -> ValueKind<BranchFields> {
        Mapping<BranchFields>(
            definition: definition, text: "Takes steps where a condition holds.", empty: BranchFields(),
            fields: conditionFields + [
                Field("then", \.then, .steps(definition: steps), required: true, "The steps where it holds."),
                Field("else", \.otherwise, .steps(definition: steps), "The steps where it does not."),
            ], rules: ConditionFields.rules
        ).kind.conditional(readsMessages: Action.readsMessages)
    }
}

/// The fields of `while`.
private struct LoopFields<Action: StepAction>: ConditionDraft {
    var test = ConditionFields()
    var most: Int?
    var steps: [PlacedStep<Action>]?

    init() {}

    init?(_ flow: Flow<Action.LinedStep>?) {
        guard case .loop(let condition, let most, let steps) = flow else { return nil }
        test = ConditionFields(condition)
        (self.most, self.steps) = (most, steps.map { Action.placed($0) })
    }

    var action: Action {
        guard let condition = test.condition else { preconditionFailure("The reader requires a comparison") }
        return .flow(.loop(condition, most: most ?? 1, Action.lined(steps)))
    }

    static func kind(_ definition: String, _ steps: String) -> ValueKind<LoopFields> {
        Mapping<LoopFields>(
            definition: definition, text: "Repeats steps as long as a condition holds.", empty: LoopFields(),
            fields: conditionFields + [
                Field(
                    "most", \.most, .integer(1...Int64(ScriptLimits.whileRounds)), required: true,
                    "The most rounds; then it ends although the condition holds."),
                Field("steps", \.steps, .steps(definition: steps), required: true, "The steps of a round."),
            ], rules: ConditionFields.rules
        ).kind.conditional(readsMessages: Action.readsMessages)
    }
}

/// The fields of a way of `choose`.
private struct WayFields<Action: StepAction>: Sendable {
    var weight = 1
    var steps: [PlacedStep<Action>]?

    static func action(_ ways: [WayFields]) -> Action {
        .flow(.choice(ways.map { .init(weight: $0.weight, steps: Action.lined($0.steps)) }))
    }

    static func ways(_ flow: Flow<Action.LinedStep>?) -> [WayFields]? {
        guard case .choice(let ways) = flow else { return nil }
        return ways.map { WayFields(weight: $0.weight, steps: $0.steps.map { Action.placed($0) }) }
    }

    static func kind(_ definition: String, _ steps: String) -> ValueKind<[WayFields]> {
        let way = Mapping<WayFields>(
            definition: definition, text: "A way through a choice.", empty: WayFields(),
            fields: [
                Field(
                    "weight", \.weight, .integer(1...Int64(ScriptLimits.weight)), standard: 1,
                    "How often it is chosen, in proportion to the others."),
                Field("steps", \.steps, .steps(definition: steps), required: true, "Its steps; [] for none."),
            ])
        return .list(of: way.kind, "ways", least: 1, most: ScriptLimits.choices)
    }
}

extension Step.Action {
    typealias LinedStep = Step

    static var readsMessages: Bool { false }
    var innerFlow: Flow<Step>? { if case .flow(let flow) = self { flow } else { nil } }

    static func lined(_ step: PlacedStep<Step.Action>) -> Step { Step(step.action, line: step.line, late: step.late) }

    static func placed(_ step: Step) -> PlacedStep<Step.Action> {
        PlacedStep(action: step.action, line: step.line, column: 1, late: step.late)
    }
}

extension PlainStep.Action {
    typealias LinedStep = PlainStep

    static var readsMessages: Bool { true }
    var innerFlow: Flow<PlainStep>? { if case .flow(let flow) = self { flow } else { nil } }

    static func lined(_ step: PlacedStep<PlainStep.Action>) -> PlainStep {
        PlainStep(step.action, line: step.line, late: step.late)
    }

    static func placed(_ step: PlainStep) -> PlacedStep<PlainStep.Action> {
        PlacedStep(action: step.action, line: step.line, column: 1, late: step.late)
    }
}

extension StepSpec {
    /// The row of `repeat`.
    static func repetition(
        _ example: String, definition: String, steps: String,
        times: @escaping @Sendable (Int, Int64?, [Action.LinedStep]) -> Action,
        take: @escaping @Sendable (Action) -> (times: Int, every: Int64?, steps: [Action.LinedStep])?,
        follow: @escaping @Sendable (inout Action.Order) -> String?
    ) -> StepSpec {
        StepSpec(
            "repeat", example, "repeats steps; {every: 1s} starts rounds at fixed times",
            Repetition<Action>.kind(definition, steps: steps),
            make: { rounds in
                let steps = Action.lined(rounds.steps)
                guard let count = rounds.times else {
                    return .flow(.endless(everyMilliseconds: rounds.everyMilliseconds, steps))
                }
                return times(count, rounds.everyMilliseconds, steps)
            },
            take: { action in
                if case .endless(let every, let steps) = action.innerFlow {
                    return Repetition(
                        untilEnd: true, everyMilliseconds: every, steps: steps.map { Action.placed($0) })
                }
                return take(action).map { rounds in
                    Repetition(
                        times: rounds.times, everyMilliseconds: rounds.every,
                        steps: rounds.steps.map { Action.placed($0) })
                }
            }, rounds: { $0 }, follow: { follow(&$1) }, longestMilliseconds: { $0.longestMilliseconds }
        ).takingReferences
    }
}

extension Repetition {
    fileprivate var longestMilliseconds: Int64 {
        guard let times else { return Step.longest }
        let round = Step.sum((steps ?? []).map { $0.action.spec.longestMilliseconds($0.action) })
        let (product, overflows) = max(round, everyMilliseconds ?? 0).multipliedReportingOverflow(by: Int64(times))
        return overflows ? Step.longest : min(product, Step.longest)
    }
}
