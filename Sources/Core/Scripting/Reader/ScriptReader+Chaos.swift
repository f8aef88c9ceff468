/// What goes wrong on purpose.
extension ScriptReader {
    mutating func trouble(_ node: ScriptNode, until end: Int64?) -> FaultPlan? {
        guard var fields = fields(of: node, "chaos", known: ScriptKeys.chaos) else { return nil }
        let given = ScriptKeys.troubles.compactMap { key in fields.take(key).map { (key: key, value: $0) } }
        let at = fields.take("at")
        let time = fields.take("for")
        let part = fields.take("part")
        let actors = fields.take("of").map { self.actors(of: $0) } ?? []
        guard let at else {
            report("chaos comes `at` a time", at: node)
            return nil
        }
        guard given.count == 1, let only = given.first else {
            report("chaos is one of \(ScriptKeys.troubles.joined(separator: ", "))", at: node)
            return nil
        }
        let moment = duration(at, "at")
        if let moment, let end, moment >= end { report("the run has ended by then", at: at) }
        guard let kind = trouble(only.key, only.value, time, part, in: node), let moment else { return nil }
        return FaultPlan(
            atMilliseconds: moment, trouble: kind.trouble, forMilliseconds: kind.forMilliseconds, actors: actors,
            part: kind.part, line: node.line)
    }

    private struct Kind {
        let trouble: FaultPlan.Trouble
        let forMilliseconds: Int64?
        let part: Double
    }

    private mutating func trouble(
        _ key: String, _ value: ScriptNode, _ time: ScriptNode?, _ part: ScriptNode?, in node: ScriptNode
    ) -> Kind? {
        switch key {
        case "drop":
            if let part { report("`drop` says the part itself: `drop: 30%`", at: part) }
            if let time { report("`drop` is over at once and has no `for`", at: time) }
            return percent(value, "drop").map { Kind(trouble: .drop, forMilliseconds: nil, part: $0) }
        case "delay":
            let delay = pause(value)
            guard let time else {
                report("`delay` lasts `for` a time", at: node)
                return nil
            }
            guard let delay, let milliseconds = duration(time, "for"), let part = self.part(part) else { return nil }
            return Kind(trouble: .delay(delay), forMilliseconds: milliseconds, part: part)
        default:
            if let time { report("`stopReading` says how long itself: `stopReading: 20s`", at: time) }
            guard let milliseconds = duration(value, "stopReading"), let part = self.part(part) else { return nil }
            return Kind(trouble: .stopReading, forMilliseconds: milliseconds, part: part)
        }
    }

    /// All, unless it says otherwise.
    private mutating func part(_ node: ScriptNode?) -> Double? {
        guard let node else { return 1 }
        return percent(node, "part")
    }

    /// `30%` as 0.3.
    private mutating func percent(_ node: ScriptNode, _ noun: String) -> Double? {
        guard let text = node.text, text.last == "%", let number = plainDecimal(String(text.dropLast())),
            0 < number, number <= 100
        else {
            report("\(noun) is a part like 30%, not \(node.kind)", at: node)
            return nil
        }
        return number / 100
    }

    private mutating func actors(of node: ScriptNode) -> [String] {
        guard case .list(let nodes) = node.content, !nodes.isEmpty else {
            report("`of` is a list of actors, not \(node.kind)", at: node)
            return []
        }
        return nodes.compactMap { actorName($0) }
    }
}
