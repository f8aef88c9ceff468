import PagingContent
import PagingEngine

/// A step as read, with the column for errors that only show when the steps are seen in their order.
struct PlacedStep {
    let step: Step
    let column: Int
    /// The steps inside a repetition.
    let inner: [PlacedStep]
}

extension ScriptReader {
    /// Steps without a value.
    private static let bareSteps: [String: Step.Action] = [
        "join": .join, "cancel": .cancel, "cut": .cut, "reconnect": .reconnect, "leave": .leave,
    ]

    mutating func steps(_ node: ScriptNode) -> [PlacedStep] {
        guard case .list(let nodes) = node.content else {
            report("`steps` is a list, not \(node.kind)", at: node)
            return []
        }
        return nodes.compactMap { step($0) }
    }

    private mutating func step(_ node: ScriptNode) -> PlacedStep? {
        guard let written = writtenStep(node) else { return nil }
        return step(written.word, at: written.key, written.value)
    }

    private mutating func step(_ word: String, at key: ScriptNode, _ value: ScriptNode) -> PlacedStep? {
        if let action = ScriptReader.bareSteps[word] {
            checkBare(word, value)
            return placed(action, at: key)
        }
        if word == "repeat" {
            guard let rounds = repetition(value, at: key) else { return nil }
            let inner = steps(rounds.steps)
            let action = Step.Action.repeat(
                times: rounds.times, everyMilliseconds: rounds.everyMilliseconds, inner.map(\.step))
            return placed(action, at: key, inner: inner)
        }
        return action(word, at: key, value).map { placed($0, at: key) }
    }

    private func placed(_ action: Step.Action, at key: ScriptNode, inner: [PlacedStep] = []) -> PlacedStep {
        PlacedStep(step: Step(action, line: key.line), column: key.column, inner: inner)
    }

    private mutating func action(_ word: String, at key: ScriptNode, _ value: ScriptNode) -> Step.Action? {
        switch word {
        case "drag": return drag(value).map { .drag($0) }
        case "release": return release(value)
        case "fling": return direction(value, "a fling").map { .fling($0) }
        case "step": return button(value)
        case "jump": return jump(value)
        case "strip": return strip(value).map { .strip($0) }
        case "tap": return tap(value).map { .tap($0) }
        case "configure": return configuration(value).map { .configure($0) }
        case "control": return control(value).map { .control($0) }
        case "blank": return self.word(value, "blank", among: ["on", "off"]).map { .blank($0 == "on") }
        case "resize": return resize(value)
        case "content": return content(value).map { .content($0) }
        case "think": return pause(value).map { .think($0) }
        case "wait": return wait(value).map { .wait($0) }
        case "expect": return expectation(value).map { .expect($0) }
        default:
            let nearest = Spelling.nearest(to: word, among: ScriptKeys.steps)
            report("there is no step `\(word)`", at: key, suggestion: nearest)
            return nil
        }
    }

    private mutating func direction(_ node: ScriptNode, _ noun: String) -> Input.Direction? {
        word(node, noun, among: ["forward", "back"]).map { $0 == "forward" ? .forward : .back }
    }

    private mutating func button(_ node: ScriptNode) -> Step.Action? {
        guard case .mapping = node.content else { return direction(node, "a step").map { .step($0, from: nil) } }
        guard var fields = fields(of: node, "a step", known: ScriptKeys.step) else { return nil }
        let from = fields.take("from").map { pageNumber($0) }
        guard let by = fields.take("by") else {
            report("a step goes `by` forward or back", at: node)
            return nil
        }
        return direction(by, "a step").map { .step($0, from: from ?? nil) }
    }

    private mutating func jump(_ node: ScriptNode) -> Step.Action? {
        guard case .mapping = node.content else { return pageNumber(node).map { .jump($0, animated: true) } }
        guard var fields = fields(of: node, "a jump", known: ScriptKeys.jump) else { return nil }
        let animated = fields.take("animated").flatMap { flag($0, "animated") } ?? true
        guard let page = fields.take("page") else {
            report("a jump needs a `page`", at: node)
            return nil
        }
        return pageNumber(page).map { .jump($0, animated: animated) }
    }

    mutating func pageNumber(_ node: ScriptNode) -> PageNumber? {
        integer(node, "a page", in: (1 - PageIndex.bound)...(PageIndex.bound - 1)).map(PageNumber.init)
    }

    private mutating func resize(_ node: ScriptNode) -> Step.Action? {
        let parts = node.text?.split(separator: "x", omittingEmptySubsequences: false).map { Int64($0) } ?? []
        let allowed = 1...Int64(ScriptLimits.cells)
        guard parts.count == 2, let width = parts[0], let height = parts[1], allowed.contains(width),
            allowed.contains(height)
        else {
            report("a size is columns x rows, like 80x24, not \(node.kind)", at: node)
            return nil
        }
        return .resize(width: width, height: height)
    }
}
