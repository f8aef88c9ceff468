/// A step with references in its fields. It is read when a user comes to it, with the values the user has then.
package struct LateStep: Hashable, Sendable {
    let keyword: String
    let value: ScriptNode
    let file: String
    let outline: ScriptOutline

    /// The step with these values.
    func action<Action: StepAction>(_ values: UserValues) throws(StepProblem) -> Action {
        let filled: ScriptNode
        do throws(MissingValue) {
            filled = try value.filled { reference throws(MissingValue) in try values.value(of: reference) }
        } catch {
            throw StepProblem(expected: error.expected, found: error.found)
        }
        guard let spec = Action.specs.first(where: { $0.keyword == keyword }) else {
            preconditionFailure("A step that was read has a row")
        }
        var context = ScriptContext(file: file, outline: outline)
        if let made = spec.read(filled, &context), context.sortedErrors.isEmpty { return made.action }
        let reason = context.sortedErrors.first?.message ?? "something else"
        throw StepProblem(expected: "a step `\(keyword)` that can be read with its values", found: reason)
    }

    /// Reads a step whose value has references, with examples of their values, so that errors show before a run. Of a
    /// captured value nothing is known: a number, a time and a word are tried.
    static func sample<Action>(
        _ spec: StepSpec<Action>, _ node: ScriptNode, _ context: inout ScriptContext
    ) -> (action: Action, rounds: Repetition<Action>?)? {
        var failed: ScriptContext?
        for guess in ["1", "1s", "true"] {
            var trial = context
            let scope = context.scope
            let example = try? node.filled { reference throws(MissingValue) in scope.sample(reference, guess) }
            if let example, let made = spec.read(example, &trial),
                trial.sortedErrors.count == context.sortedErrors.count
            {
                return made
            }
            failed = failed ?? trial
        }
        if let failed { context = failed }
        return nil
    }
}

extension Step {
    /// The action with a user's values.
    func action(with values: UserValues) throws(StepProblem) -> Action {
        guard let late else { return action }
        return try late.action(values)
    }
}

extension PlainStep {
    /// The action with a user's values.
    package func action(with values: UserValues) throws(StepProblem) -> Action {
        guard let late else { return action }
        return try late.action(values)
    }
}

/// Why a step cannot be played with the values at hand.
package struct StepProblem: Error, Hashable {
    package let expected: String
    package let found: String

    package init(expected: String, found: String) {
        (self.expected, self.found) = (expected, found)
    }
}
