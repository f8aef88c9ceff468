/// What steps of all kinds look like.
extension ScriptReader {
    /// A step's word with its place, and what stands behind it.
    struct WrittenStep {
        let word: String
        let key: ScriptNode
        let value: ScriptNode
    }

    /// Rounds of the same steps, which are still to be read.
    struct Rounds {
        let times: Int
        let everyMilliseconds: Int64?
        let steps: ScriptNode
    }

    /// A word alone, or a mapping of one key.
    mutating func writtenStep(_ node: ScriptNode) -> WrittenStep? {
        let empty = ScriptNode(content: .scalar(""), line: node.line, column: node.column)
        switch node.content {
        case .scalar(let word): return WrittenStep(word: word, key: node, value: empty)
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
            return WrittenStep(word: word, key: first.key, value: first.value)
        }
    }

    mutating func checkBare(_ word: String, _ value: ScriptNode) {
        if !value.isEmpty { report("`\(word)` stands alone, without \(value.kind)", at: value) }
    }

    mutating func repetition(_ node: ScriptNode, at key: ScriptNode) -> Rounds? {
        guard var fields = fields(of: node, "a repetition", known: ScriptKeys.repetition) else { return nil }
        let times = fields.take("times").map { integer($0, "times", in: 1...Int64(ScriptLimits.repetitions)) }
        let every = fields.take("every").flatMap { interval($0) }
        guard let times else {
            report("`repeat` needs `times`", at: key)
            return nil
        }
        guard let steps = fields.take("steps") else {
            report("`repeat` needs `steps`", at: key)
            return nil
        }
        return Rounds(times: Int(times ?? 1), everyMilliseconds: every, steps: steps)
    }

    private mutating func interval(_ node: ScriptNode) -> Int64? {
        guard let every = duration(node, "every") else { return nil }
        guard every >= 1 else {
            report("every is at least 1ms, not \(node.kind)", at: node)
            return nil
        }
        return every
    }

    /// `200ms`, `100ms..400ms` or `{exponential: 5s}`.
    mutating func pause(_ node: ScriptNode) -> Pause? {
        if case .mapping = node.content {
            guard var fields = fields(of: node, "a pause", known: ScriptKeys.pause) else { return nil }
            guard let mean = fields.take("exponential") else {
                report("a pause is a time like 200ms, 100ms..400ms or {exponential: 5s}", at: node)
                return nil
            }
            return duration(mean, "the mean of a pause").map { Pause(meanMilliseconds: $0) }
        }
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
