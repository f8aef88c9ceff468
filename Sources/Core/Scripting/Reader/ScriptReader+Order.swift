/// What an actor can do depends on what it did before; this follows its steps and reports those out of place.
extension ScriptReader {
    private struct Standing {
        enum Place {
            case outside
            case inside
            case cut
        }

        var place: Place
        var holdsDrag = false
    }

    mutating func checkOrder(of steps: [PlacedStep]) {
        let joinsExplicitly = steps.contains { $0.step.action == .join }
        var standing = Standing(place: joinsExplicitly ? .outside : .inside)
        check(steps, &standing)
    }

    private mutating func check(_ steps: [PlacedStep], _ standing: inout Standing) {
        for placed in steps {
            if let problem = follow(placed.step.action, &standing) {
                report(problem, line: placed.step.line, column: placed.column)
            }
            guard case .repeat(let times, _, _) = placed.step.action else { continue }
            check(placed.inner, &standing)
            if times > 1 { check(placed.inner, &standing) }
        }
    }

    /// What is wrong with `action` where the actor stands, after moving it on.
    private func follow(_ action: Step.Action, _ standing: inout Standing) -> String? {
        switch action {
        case .repeat, .think: return nil
        case .wait(let wait):
            switch wait.condition {
            case .time, .barrier: return nil
            case .rest, .event, .page, .progress, .members, .member: return outside(standing, "this wait")
            }
        case .join:
            defer { standing.place = .inside }
            return standing.place == .outside ? nil : "`join` when already in the room"
        case .reconnect:
            defer { standing.place = .inside }
            return standing.place == .cut ? nil : "`reconnect` without a `cut` before it"
        case .cut:
            defer { standing = Standing(place: .cut) }
            return outside(standing, "`cut`")
        case .leave:
            defer { standing = Standing(place: .outside) }
            return outside(standing, "`leave`")
        case .drag, .release, .cancel, .fling, .step, .jump, .strip, .tap:
            return outside(standing, "this step") ?? followHand(action, &standing)
        case .resize, .content, .configure, .control, .blank, .expect: return outside(standing, "this step")
        }
    }

    private func outside(_ standing: Standing, _ words: String) -> String? {
        switch standing.place {
        case .inside: nil
        case .outside: "\(words) needs a `join` before it"
        case .cut: "\(words) needs a `reconnect` before it"
        }
    }

    private func followHand(_ action: Step.Action, _ standing: inout Standing) -> String? {
        let held = standing.holdsDrag
        standing.holdsDrag = false
        switch action {
        case .drag(let plan):
            standing.holdsDrag = plan.ending == .held
            return held ? "a drag is still held: `release` or `cancel` it first" : nil
        case .fling, .strip: return held ? "a drag is still held: `release` or `cancel` it first" : nil
        case .release: return held ? nil : "`release` without a held drag (`drag: {…, release: false}`)"
        case .cancel: return held ? nil : "`cancel` without a held drag (`drag: {…, release: false}`)"
        default: return nil
        }
    }
}
