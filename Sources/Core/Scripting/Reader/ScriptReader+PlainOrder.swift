/// What a user of a plain endpoint can do depends on what it did before.
extension ScriptReader {
    private enum Sent {
        case nothing
        case text(Template)
        case binary
    }

    mutating func checkOrder(of steps: [PlacedPlainStep]) {
        var sent = Sent.nothing
        check(steps, &sent)
        for placed in steps.dropLast() where placed.step.action == .leave {
            report("nothing comes after `leave`", line: placed.step.line, column: placed.column)
        }
    }

    private mutating func check(_ steps: [PlacedPlainStep], _ sent: inout Sent) {
        for placed in steps {
            if let problem = follow(placed.step.action, &sent) {
                report(problem, line: placed.step.line, column: placed.column)
            }
            guard case .repeat(let times, _, _) = placed.step.action else { continue }
            for inner in placed.inner where inner.step.action == .leave {
                report("`leave` stands outside repetitions", line: inner.step.line, column: inner.column)
            }
            check(placed.inner, &sent)
            if times > 1 { check(placed.inner, &sent) }
        }
    }

    /// What is wrong with `action` after what was sent, after moving on.
    private func follow(_ action: PlainStep.Action, _ sent: inout Sent) -> String? {
        switch action {
        case .send(let template): sent = .text(template)
        case .sendBinary: sent = .binary
        case .reply(let match, _):
            defer { sent = .nothing }
            return problem(of: match, after: sent)
        case .push: return timesPushes ? nil : "`push` without a `push` of the target, which says what one is"
        case .think, .wait, .repeat, .leave: break
        }
        return nil
    }

    private func problem(of match: PlainStep.Match, after sent: Sent) -> String? {
        switch (sent, match) {
        case (.nothing, _): "`reply` without a message before it"
        case (.text(let template), .field): template.hasID ? nil : "the message before it has no {{id}} to reply to"
        case (.binary, .field): "a reply to a binary message has no fields: `reply: echo` or `reply: next`"
        case (.text, _), (.binary, _): nil
        }
    }
}
