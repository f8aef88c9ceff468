import PagingContent

/// A plain step as read, with the column for errors that only show when the steps are seen in their order.
struct PlacedPlainStep {
    let step: PlainStep
    let column: Int
    /// The steps inside a repetition.
    let inner: [PlacedPlainStep]
}

/// The steps of users of a plain endpoint.
extension ScriptReader {
    mutating func plainSteps(_ node: ScriptNode) -> [PlacedPlainStep] {
        guard case .list(let nodes) = node.content else {
            report("`steps` is a list, not \(node.kind)", at: node)
            return []
        }
        return nodes.compactMap { plainStep($0) }
    }

    private mutating func plainStep(_ node: ScriptNode) -> PlacedPlainStep? {
        guard let written = writtenStep(node) else { return nil }
        guard written.word == "repeat" else {
            return plainAction(written).map { placed($0, at: written.key) }
        }
        guard let rounds = repetition(written.value, at: written.key) else { return nil }
        let inner = plainSteps(rounds.steps)
        let action = PlainStep.Action.repeat(
            times: rounds.times, everyMilliseconds: rounds.everyMilliseconds, inner.map(\.step))
        return placed(action, at: written.key, inner: inner)
    }

    private func placed(
        _ action: PlainStep.Action, at key: ScriptNode, inner: [PlacedPlainStep] = []
    ) -> PlacedPlainStep {
        PlacedPlainStep(step: PlainStep(action, line: key.line), column: key.column, inner: inner)
    }

    private mutating func plainAction(_ written: WrittenStep) -> PlainStep.Action? {
        let value = written.value
        switch written.word {
        case "send": return template(value).map { .send($0) }
        case "sendBinary": return bytes(value).map { .sendBinary($0) }
        case "reply": return reply(value)
        case "push": return awaitedPush(value)
        case "think": return pause(value).map { .think($0) }
        case "wait": return plainWait(value)
        case "leave":
            checkBare("leave", value)
            return .leave
        case let word:
            let other = ScriptKeys.steps.contains(word) ? "; it belongs into a room" : ""
            let nearest = Spelling.nearest(to: word, among: ScriptKeys.plainSteps)
            report("a plain `target` knows no step `\(word)`\(other)", at: written.key, suggestion: nearest)
            return nil
        }
    }

    private mutating func template(_ node: ScriptNode) -> Template? {
        guard let text = text(node, "a message") else { return nil }
        guard text.utf8.count <= ScriptLimits.messageBytes else {
            report("a message has at most \(ScriptLimits.messageBytes) bytes", at: node)
            return nil
        }
        do {
            return try Template(text)
        } catch {
            report(error, at: node)
            return nil
        }
    }

    private mutating func report(_ problem: Template.Problem, at node: ScriptNode) {
        switch problem {
        case .unknownPlace(let name):
            let known = Template.Place.allCases.map(\.rawValue)
            report(
                "a message has the places \(known.joined(separator: ", ")), not `\(name)`", at: node,
                suggestion: Spelling.nearest(to: name, among: known))
        case .unclosed(let rest): report("`\(rest.prefix(20))` is not closed by }}", at: node)
        }
    }

    /// Pairs of hexadecimal digits, with or without blanks between them.
    private mutating func bytes(_ node: ScriptNode) -> [UInt8]? {
        guard let text = text(node, "a binary message") else { return nil }
        let digits = text.filter { $0 != " " }.map { $0.isASCII ? $0.hexDigitValue : nil }
        let whole = digits.compactMap(\.self)
        guard whole.count == digits.count, whole.count.isMultiple(of: 2) else {
            report("a binary message is pairs of hexadecimal digits like 00ff, not `\(text.prefix(20))`", at: node)
            return nil
        }
        guard whole.count / 2 <= ScriptLimits.messageBytes else {
            report("a message has at most \(ScriptLimits.messageBytes) bytes", at: node)
            return nil
        }
        return stride(from: 0, to: whole.count, by: 2).map { UInt8(whole[$0] * 16 + whole[$0 + 1]) }
    }

    /// `echo`, `next`, or a mapping of one of `field`, `echo` and `next` with `within`.
    private mutating func reply(_ node: ScriptNode) -> PlainStep.Action? {
        let standard = PlainStep.standardWithinMilliseconds
        guard case .mapping = node.content else {
            let match = word(node, "a reply", among: ["echo", "next"])
            return match.map { .reply($0 == "echo" ? .echo : .next, withinMilliseconds: standard) }
        }
        guard var fields = fields(of: node, "a reply", known: ScriptKeys.reply) else { return nil }
        let within = fields.take("within").map { duration($0, "within") } ?? standard
        let given = ScriptKeys.matches.compactMap { key in fields.take(key).map { (key: key, value: $0) } }
        guard given.count == 1, let only = given.first else {
            report("a reply is told by one of \(ScriptKeys.matches.joined(separator: ", "))", at: node)
            return nil
        }
        guard let within else { return nil }
        guard only.key == "field" else {
            checkBare(only.key, only.value)
            return .reply(only.key == "echo" ? .echo : .next, withinMilliseconds: within)
        }
        return text(only.value, "a field").map { .reply(.field($0), withinMilliseconds: within) }
    }

    private mutating func awaitedPush(_ node: ScriptNode) -> PlainStep.Action? {
        let standard = PlainStep.standardWithinMilliseconds
        if node.isEmpty { return .push(withinMilliseconds: standard) }
        guard var fields = fields(of: node, "a push", known: ScriptKeys.plainPush) else { return nil }
        guard let within = fields.take("within") else { return .push(withinMilliseconds: standard) }
        return duration(within, "within").map { .push(withinMilliseconds: $0) }
    }

    private mutating func plainWait(_ node: ScriptNode) -> PlainStep.Action? {
        guard var fields = fields(of: node, "a wait", known: ScriptKeys.plainWait) else { return nil }
        guard let time = fields.take("for") else {
            report("a wait is `for` a time; replies and pushes have steps of their own", at: node)
            return nil
        }
        return duration(time, "a wait").map { .wait(milliseconds: $0) }
    }
}
