import PagingContent

/// What a script says about a run under load.
extension ScriptReader {
    /// Users of an actor at one time where `most` does not say.
    private static let standardMost = 1_000

    /// What only a room has; reported and left out when the script is for a plain endpoint.
    mutating func riffleOnly(_ key: String, _ node: ScriptNode) -> ScriptNode? {
        guard isPlain else { return node }
        report("a plain `target` has no `\(key)`", at: node)
        return nil
    }

    mutating func load(
        _ fields: inout ScriptFields, _ plain: PlainEndpoint?, durationMilliseconds: Int64?
    ) -> LoadScript {
        var load = LoadScript()
        load.plain = plain
        if let rooms = fields.take("rooms").flatMap({ riffleOnly("rooms", $0) }) {
            load.rooms = integer(rooms, "rooms", in: 1...Int64(ScriptLimits.rooms)).map { Int($0) } ?? 1
        }
        load.durationMilliseconds = durationMilliseconds
        load.chaos = list(fields.take("chaos"), "chaos", atMost: ScriptLimits.troubles)
            .compactMap { trouble($0, until: durationMilliseconds) }
        load.thresholds = list(fields.take("thresholds"), "thresholds", atMost: ScriptLimits.thresholds)
            .compactMap { threshold($0) }
        return load
    }

    private mutating func list(_ node: ScriptNode?, _ key: String, atMost limit: Int) -> [ScriptNode] {
        guard let node else { return [] }
        guard case .list(let nodes) = node.content else {
            report("`\(key)` is a list, not \(node.kind)", at: node)
            return []
        }
        if nodes.count > limit { report("`\(key)` has at most \(limit) entries", at: nodes[limit]) }
        return nodes
    }

    /// A length of time that is more than none.
    mutating func span(_ node: ScriptNode, _ noun: String) -> Int64? {
        guard let milliseconds = duration(node, noun) else { return nil }
        guard milliseconds >= 1 else {
            report("\(noun) is at least 1ms, not \(node.kind)", at: node)
            return nil
        }
        return milliseconds
    }

    mutating func population(_ fields: inout ScriptFields, in actor: ScriptNode) -> Population {
        let users = fields.take("users")
        let spread = fields.take("spread")
        let rate = fields.take("rate")
        let time = fields.take("for")
        let most = fields.take("most")
        if let users, rate != nil { report("an actor has `users` or a `rate`, not both", at: users) }
        if users == nil, let spread { report("`spread` goes with `users`", at: spread) }
        if rate == nil, let time { report("`for` goes with `rate`", at: time) }
        if rate == nil, let most { report("`most` goes with `rate`", at: most) }
        let places = 1...Int64(ScriptLimits.users)
        if let rate {
            let most = most.flatMap { integer($0, "most", in: places) }.map { Int($0) } ?? ScriptReader.standardMost
            if time == nil, !hasDuration {
                report("users who come at a `rate` need a `for`, or the script a `duration`", at: rate)
            }
            let milliseconds = time.flatMap { span($0, "for") }
            return self.rate(rate).map { .open(rate: $0, forMilliseconds: milliseconds, most: most) } ?? .one
        }
        guard let users else { return .one }
        let spreadMilliseconds = spread.flatMap { duration($0, "spread") } ?? 0
        let count = integer(users, "users", in: places)
        return count.map { .closed(users: Int($0), spreadMilliseconds: spreadMilliseconds) } ?? .one
    }

    /// `20/s`, `90/m`.
    private mutating func rate(_ node: ScriptNode) -> Population.Rate? {
        let parts = node.text?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
        let units: [String: Int64] = ["s": 1_000, "m": 60_000]
        guard parts.count == 2, let count = plainDecimal(parts[0]), count > 0, let unit = units[parts[1]] else {
            report("a rate is like 20/s or 90/m, not \(node.kind)", at: node)
            return nil
        }
        let rate = Population.Rate(count: count, perMilliseconds: unit)
        guard rate.perSecond <= ScriptLimits.startsPerSecond else {
            report("a rate is at most \(Int(ScriptLimits.startsPerSecond))/s, not \(node.kind)", at: node)
            return nil
        }
        return rate
    }

    private mutating func threshold(_ node: ScriptNode) -> Threshold? {
        guard let text = text(node, "a threshold") else { return nil }
        do {
            let threshold = try Threshold(text)
            guard isPlain == threshold.figure.isPlain ?? isPlain else {
                let place = isPlain ? "at a plain endpoint" : "in rooms; it is for a plain `target`"
                report("`\(threshold.figure.name)` is not measured \(place)", at: node)
                return nil
            }
            return threshold
        } catch {
            report(error.message, at: node, suggestion: error.suggestion)
            return nil
        }
    }
}

extension Figure {
    /// Whether plain endpoints alone have it, or rooms alone; nil for both.
    fileprivate var isPlain: Bool? {
        switch subject {
        case .measure(let measure, _, _):
            switch measure {
            case "connect", "lag": nil
            case "reply", "push": true
            default: false
            }
        case .rejected, .count(.reach), .count(.gaps), .count(.duplicates), .count(.diverged), .count(.offsets),
            .count(.expectedEvents), .count(.receivedEvents):
            false
        case .count, .closed: nil
        }
    }
}
