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
    static let stepWords = [
        "join", "drag", "release", "cancel", "fling", "step", "jump", "resize", "content", "think", "wait", "expect",
        "cut", "reconnect", "leave", "repeat", "strip", "tap", "configure", "control",
        "blank",
    ]

    mutating func steps(_ node: ScriptNode) -> [PlacedStep] {
        guard case .list(let nodes) = node.content else {
            report("`steps` is a list, not \(node.kind)", at: node)
            return []
        }
        return nodes.compactMap { step($0) }
    }

    private mutating func step(_ node: ScriptNode) -> PlacedStep? {
        let empty = ScriptNode(content: .scalar(""), line: node.line, column: node.column)
        switch node.content {
        case .scalar(let word): return step(word, at: node, empty)
        case .list:
            report("a step is a word or a mapping of one key, not a list", at: node)
            return nil
        case .mapping(let entries):
            guard let first = entries.first, let word = first.key.text else {
                report("a step is a word or a mapping of one key", at: node)
                return nil
            }
            if entries.count > 1 {
                let extra = entries[1].key
                report(
                    "a step has one key; `\(extra.text ?? "")` belongs inside `\(word)` or in a step of its own",
                    at: extra)
            }
            return step(word, at: first.key, first.value)
        }
    }

    private mutating func step(_ word: String, at key: ScriptNode, _ value: ScriptNode) -> PlacedStep? {
        if let action = ScriptReader.bareSteps[word] {
            if !value.isEmpty { report("`\(word)` stands alone, without \(value.kind)", at: value) }
            return placed(action, at: key)
        }
        if word == "repeat" { return repetition(value, at: key) }
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
            let nearest = Spelling.nearest(to: word, among: ScriptReader.stepWords)
            report("there is no step `\(word)`", at: key, suggestion: nearest)
            return nil
        }
    }

    private mutating func repetition(_ node: ScriptNode, at key: ScriptNode) -> PlacedStep? {
        guard var fields = fields(of: node, "a repetition", known: ["times", "steps"]) else { return nil }
        let times = fields.take("times").map { integer($0, "times", in: 1...Int64(ScriptLimits.repetitions)) }
        let steps = fields.take("steps").map { self.steps($0) }
        guard let times else {
            report("`repeat` needs `times`", at: key)
            return nil
        }
        guard let steps else {
            report("`repeat` needs `steps`", at: key)
            return nil
        }
        return placed(.repeat(times: Int(times ?? 1), steps.map(\.step)), at: key, inner: steps)
    }

    private mutating func direction(_ node: ScriptNode, _ noun: String) -> Input.Direction? {
        word(node, noun, among: ["forward", "back"]).map { $0 == "forward" ? .forward : .back }
    }

    private mutating func button(_ node: ScriptNode) -> Step.Action? {
        guard case .mapping = node.content else { return direction(node, "a step").map { .step($0, from: nil) } }
        guard var fields = fields(of: node, "a step", known: ["by", "from"]) else { return nil }
        let from = fields.take("from").map { pageNumber($0) }
        guard let by = fields.take("by") else {
            report("a step goes `by` forward or back", at: node)
            return nil
        }
        return direction(by, "a step").map { .step($0, from: from ?? nil) }
    }

    private mutating func jump(_ node: ScriptNode) -> Step.Action? {
        guard case .mapping = node.content else { return pageNumber(node).map { .jump($0, animated: true) } }
        guard var fields = fields(of: node, "a jump", known: ["page", "animated"]) else { return nil }
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

    private mutating func pause(_ node: ScriptNode) -> Pause? {
        guard let text = node.text, text.contains("..") else {
            return duration(node, "a pause").map { Pause(milliseconds: $0...$0) }
        }
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard bounds.count == 2, let lower = duration(bounds[0], "a pause", at: node),
            let upper = duration(bounds[1], "a pause", at: node)
        else { return nil }
        guard lower <= upper else {
            report("the longer time stands second: \(bounds[1])..\(bounds[0])", at: node)
            return nil
        }
        return Pause(milliseconds: lower...upper)
    }
}
