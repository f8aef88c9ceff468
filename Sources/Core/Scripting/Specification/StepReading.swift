import PagingContent

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
        guard value.hasReferences, !spec.takesReferences else {
            return spec.read(value, &context).map {
                PlacedStep(action: $0.action, line: key.line, column: key.column, rounds: $0.rounds)
            }
        }
        if let barrier = value["barrier"], barrier.hasReferences {
            context.reject(
                barrier, "barrier", expected: "a name, for all workers must know the barriers before the run")
            return nil
        }
        let late = LateStep(keyword: word, value: value, file: context.file, outline: context.outline)
        return LateStep.sample(spec, value, &context).map {
            PlacedStep(action: $0.action, line: key.line, column: key.column, late: late)
        }
    }

    static func follow<Action>(
        _ steps: [PlacedStep<Action>], _ order: inout Action.Order, _ context: inout ScriptContext
    ) {
        for step in steps {
            if let problem = step.action.spec.follow(step.action, &order) {
                context.report(problem, line: step.line, column: step.column)
            }
            if let flow = step.action.innerFlow { follow(flow, of: Action.self, &order, &context) }
            guard let rounds = step.rounds, let steps = rounds.steps, rounds.times != nil else { continue }
            order.enterRepetition()
            let before = order
            follow(steps, &order, &context)
            // A second round finds steps that are out of place behind the first one.
            if rounds.times != 1, order != before { follow(steps, &order, &context) }
            order.leaveRepetition()
        }
    }
}

extension StepReading {
    /// Follows each way through the steps. The first way that changes the state decides what may follow.
    private static func follow<Action: StepAction>(
        _ flow: Flow<Action.LinedStep>, of kind: Action.Type, _ order: inout Action.Order,
        _ context: inout ScriptContext
    ) {
        let before = order
        var after: Action.Order?
        for way in flow.ways {
            var own = before
            if flow.repeats { own.enterRepetition() } else { own.enterWay() }
            let steps = way.map { Action.placed($0) }
            let start = own
            follow(steps, &own, &context)
            if flow.repeats {
                if own != start { follow(steps, &own, &context) }
                own.leaveRepetition()
            } else {
                own.leaveWay()
            }
            if own != before { after = after ?? own }
        }
        order = after ?? before
    }
}
