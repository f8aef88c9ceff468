package import PagingEngine
package import PagingRoom

/// One step of an actor.
package struct Step: RepeatableStep {
    package var action: Action
    /// The line in the file, for reports.
    package var line: Int
    /// The step as written, where it has values that only users have; `action` is then an example.
    package var late: LateStep?

    package init(_ action: Action, line: Int, late: LateStep? = nil) {
        self.action = action
        self.line = line
        self.late = late
    }

    package var repetition: (times: Int, everyMilliseconds: Int64?, steps: [Step])? {
        guard case .repeat(let times, let every, let steps) = action else { return nil }
        return (times, every, steps)
    }

    /// The action of a step.
    package indirect enum Action: Hashable, Sendable {
        case join
        case drag(DragPlan)
        /// Releases a held drag. A nil velocity means that of its last samples.
        case release(velocity: Velocity?)
        /// Cancels a held drag.
        case cancel
        /// A short quick drag that turns one page.
        case fling(Input.Direction)
        /// Presses a button. `from` is the page that the actor takes for the current one; nil means the page it sees,
        /// with its own unanswered steps.
        case step(Input.Direction, from: PageNumber?)
        /// Goes to a page; see `PageNumber`.
        case jump(PageNumber, animated: Bool)
        /// Drags the strip of tabs, in tabs, and releases it.
        case strip(DragPlan)
        /// Taps a tab.
        case tap(Tab)
        /// Presenters: changes the rules of the pager.
        case configure(ConfigurationEdit)
        /// Resizes the actor's own view, in cells.
        case resize(width: Int64, height: Int64)
        case content(ContentEdit)
        /// Requests, releases, takes or grants the baton, or changes the policy.
        case control(ControlStep)
        /// Darkens all pages or lights them again; nil toggles.
        case blank(Bool?)
        case think(Pause)
        case wait(Wait)
        case expect(Expectation)
        /// Breaks the connection without a close.
        case cut
        /// Connects again after a cut and resumes.
        case reconnect
        case leave
        /// Repeats steps. With `everyMilliseconds`, rounds start at fixed times from the start of the first, even
        /// when a round is late; otherwise a round starts at the end of the one before.
        case `repeat`(times: Int, everyMilliseconds: Int64? = nil, [Step])
        case flow(Flow<Step>)
    }

    /// A tab by its title or its page.
    package enum Tab: Hashable, Sendable {
        case title(String)
        case number(PageNumber)
    }

    /// The step and all steps inside it.
    var flattened: [Step] {
        switch action {
        case .repeat(_, _, let steps): [self] + steps.flatMap(\.flattened)
        case .flow(let flow): [self] + flow.steps.flatMap(\.flattened)
        default: [self]
        }
    }
}

/// The number of a page: in a listed room counted from 1, in an unbounded room the page itself.
package struct PageNumber: Hashable, Sendable {
    package var value: Int64

    package init(_ value: Int64) {
        self.value = value
    }
}

/// An action on the baton or the policy.
package enum ControlStep: Hashable, Sendable {
    case request
    case release
    case take
    /// Grants the baton to the member of this name.
    case grant(to: String)
    case policy(Policy)

    /// The action for the room; nil when `members` has no member of that name.
    func action(among members: [Member]) -> ControlAction? {
        switch self {
        case .request: return .request
        case .release: return .release
        case .take: return .take
        case .policy(let policy): return .policy(policy)
        case .grant(let name):
            return members.first { $0.name == name }.map { .grant(to: $0.id) }
        }
    }
}
