import PagingRoom

/// A part of a script that can be read but cannot work as it looks.
package struct ScriptWarning: Hashable, Sendable {
    package let line: Int
    package let text: String
}

extension Script {
    /// All warnings in the order of the file.
    package var warnings: [ScriptWarning] {
        (load.warnings
            + actors.flatMap { $0.viewerWarnings + $0.paceWarnings + $0.barrierWarnings + $0.placeholderWarnings })
            .sorted { $0.line < $1.line }
    }
}

extension Script.Actor {
    fileprivate var viewerWarnings: [ScriptWarning] {
        guard role == .viewer, plainSteps.isEmpty else { return [] }
        return steps.flatMap(\.flattened).filter(\.action.isForbiddenForViewers).map { step in
            ScriptWarning(
                line: step.line,
                text:
                    "`\(name)` is a viewer, and the room refuses `\(step.action.spec.keyword)` of viewers; give it the "
                    + "role member or presenter")
        }
    }

    fileprivate var paceWarnings: [ScriptWarning] {
        steps.flatMap(\.paceWarnings) + plainSteps.flatMap(\.paceWarnings)
    }

    fileprivate var placeholderWarnings: [ScriptWarning] {
        let placeholders = Template.Placeholder.allCases.map { "{{\($0.rawValue)}}" } + ["{{random:"]
        return before.flatMap(\.flattened).compactMap { step in
            guard case .http(let call) = step.action, let found = placeholders.first(where: call.has) else {
                return nil
            }
            return ScriptWarning(
                line: step.line, text: "`http` does not fill \(found); it fills values such as ${user}")
        }
    }

    fileprivate var barrierWarnings: [ScriptWarning] {
        guard population.isOpen else { return [] }
        return placedBarriers.map { barrier in
            ScriptWarning(
                line: barrier.line,
                text:
                    "the barrier `\(barrier.name)` waits only for users that have begun, and those of a rate begin all the "
                    + "time; use `users`")
        }
    }
}

extension HTTPCall {
    fileprivate func has(_ text: String) -> Bool {
        ([url, content?.body ?? ""] + headers.map(\.value)).contains { $0.contains(text) }
    }
}

extension ScriptWarning {
    fileprivate static func pace(every: Int64, round: Int64, line: Int) -> ScriptWarning? {
        guard round > every else { return nil }
        return ScriptWarning(
            line: line,
            text:
                "`every: \(every)ms` is shorter than a round, whose waits and drags take \(round)ms: rounds come late, and "
                + "their waits become shorter")
    }
}

extension Step {
    fileprivate var paceWarnings: [ScriptWarning] {
        if case .flow(let flow) = action, !flow.repeats { return flow.steps.flatMap(\.paceWarnings) }
        guard let (every, steps) = action.rounds else { return [] }
        let round = steps.reduce(0) { $0 + $1.action.shortestMilliseconds }
        let own = every.flatMap { ScriptWarning.pace(every: $0, round: round, line: line) }
        return [own].compactMap(\.self) + steps.flatMap(\.paceWarnings)
    }
}

extension Step.Action {
    fileprivate var isForbiddenForViewers: Bool {
        switch self {
        case .drag, .fling, .step, .jump, .strip, .tap, .configure, .content, .blank: true
        default: false
        }
    }

    /// How long it takes at least, without the time of the server; of a random pause the mean or the least.
    fileprivate var shortestMilliseconds: Int64 {
        switch self {
        case .drag(let plan), .strip(let plan): plan.durationMilliseconds
        case .fling(let direction): DragPlan.fling(direction).durationMilliseconds
        case .think(let pause): pause.shortestMilliseconds
        case .wait(let wait): if case .time(let time) = wait.condition { time } else { 0 }
        case .repeat(let times, let every, let steps):
            Pause.whole(times: times, every: every, round: steps.reduce(0) { $0 + $1.action.shortestMilliseconds })
        case .flow(.branch), .flow(.choice):
            innerFlow?.ways.map { $0.reduce(0) { $0 + $1.action.shortestMilliseconds } }.min() ?? 0
        default: 0
        }
    }
}

extension PlainStep {
    fileprivate var paceWarnings: [ScriptWarning] {
        if case .flow(let flow) = action, !flow.repeats { return flow.steps.flatMap(\.paceWarnings) }
        guard let (every, steps) = action.rounds else { return [] }
        let round = steps.reduce(0) { $0 + $1.shortestMilliseconds }
        let own = every.flatMap { ScriptWarning.pace(every: $0, round: round, line: line) }
        return [own].compactMap(\.self) + steps.flatMap(\.paceWarnings)
    }

    private var shortestMilliseconds: Int64 {
        switch action {
        case .think(let pause): pause.shortestMilliseconds
        case .wait(let time): time
        case .repeat(let times, let every, let steps):
            Pause.whole(times: times, every: every, round: steps.reduce(0) { $0 + $1.shortestMilliseconds })
        case .flow(.branch), .flow(.choice):
            action.innerFlow?.ways.map { $0.reduce(0) { $0 + $1.shortestMilliseconds } }.min() ?? 0
        default: 0
        }
    }
}

extension Pause {
    fileprivate var shortestMilliseconds: Int64 { meanMilliseconds ?? milliseconds.lowerBound }

    /// The time of all rounds of a repetition; a day where it is longer.
    fileprivate static func whole(times: Int, every: Int64?, round: Int64) -> Int64 {
        let (time, overflows) = Int64(times).multipliedReportingOverflow(by: every ?? round)
        return overflows ? 86_400_000 : min(time, 86_400_000)
    }
}

extension Step.Action {
    /// The pace and the steps of a repetition; nil for another step.
    fileprivate var rounds: (everyMilliseconds: Int64?, steps: [Step])? {
        switch self {
        case .repeat(_, let every, let steps), .flow(.endless(let every, let steps)): (every, steps)
        case .flow(.loop(_, _, let steps)): (nil, steps)
        default: nil
        }
    }
}

extension PlainStep.Action {
    /// The pace and the steps of a repetition; nil for another step.
    fileprivate var rounds: (everyMilliseconds: Int64?, steps: [PlainStep])? {
        switch self {
        case .repeat(_, let every, let steps), .flow(.endless(let every, let steps)): (every, steps)
        case .flow(.loop(_, _, let steps)): (nil, steps)
        default: nil
        }
    }
}
