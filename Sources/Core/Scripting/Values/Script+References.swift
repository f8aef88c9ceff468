extension Script.Actor {
    /// Whether one of its users needs rows of these data.
    package func takesRows(of data: String, in script: Script) -> Bool {
        let all = references + (script.load.plain?.references ?? [])
        return all.contains { $0.name.hasPrefix(data + ".") }
    }

    /// The values that its steps and its token refer to.
    private var references: [Reference] {
        let plain = (before + plainSteps).flatMap(\.flattened)
        let late = steps.flatMap(\.flattened).compactMap(\.late) + plain.compactMap(\.late)
        let flows = steps.flatMap(\.flattened).compactMap(\.action.innerFlow).flatMap(\.references)
        return (token?.references ?? []) + late.flatMap(\.value.references) + flows
            + plain.flatMap(\.action.references)
    }
}

extension PlainEndpoint {
    /// The values that its handshake refers to.
    fileprivate var references: [Reference] {
        (userPath?.references ?? []) + headers.flatMap { $0.userValue?.references ?? [] }
            + (profileUse?.userValues.flatMap(\.value.references) ?? [])
    }
}

extension ScriptNode {
    fileprivate var references: [Reference] {
        switch content {
        case .scalar: []
        case .template(let text): text.references
        case .list(let nodes): nodes.flatMap(\.references)
        case .mapping(let entries): entries.flatMap(\.value.references)
        }
    }
}

extension Flow {
    fileprivate var references: [Reference] {
        switch self {
        case .branch(let condition, _, _), .loop(let condition, _, _): condition.references
        case .endless, .choice: []
        }
    }
}

extension StepCondition {
    fileprivate var references: [Reference] {
        let own: [Reference] = if case .value(let text) = subject { text.references } else { [] }
        switch comparison {
        case .equals(let text), .differs(let text), .contains(let text): return own + text.references
        case .matches, .exists, .atLeast, .atMost: return own
        }
    }
}

extension Template {
    fileprivate var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }
}

extension PlainStep.Action {
    fileprivate var references: [Reference] {
        switch self {
        case .send(let template): template.references
        case .call(let call, _): call.values.flatMap(\.value.references)
        case .check(_, let condition): condition.references
        case .capture(let capture): capture.standard?.references ?? []
        case .flow(let flow): flow.references
        default: []
        }
    }
}
