package import PagingEngine

/// One line of an actor's part.
package struct Step: Hashable, Sendable {
    package var action: Action
    /// The line of the file it stands on, for reports.
    package var line: Int

    package init(_ action: Action, line: Int) {
        self.action = action
        self.line = line
    }

    /// What an actor can do.
    package indirect enum Action: Hashable, Sendable {
        case join
        case drag(DragPlan)
        /// Lets go of a drag that was left held. `velocity` nil means the slope of its last samples.
        case release(velocity: Velocity?)
        /// Gives a held drag up.
        case cancel
        /// A short quick drag that turns one page.
        case fling(Input.Direction)
        /// A button. `from` is the page the actor believes the pager goes to; nil means what it sees, with its own
        /// steps that nobody has answered yet.
        case step(Input.Direction, from: PageNumber?)
        /// To a page; see `PageNumber`.
        case jump(PageNumber, animated: Bool)
        /// Drags the strip of tabs, in tabs, and lets it go.
        case strip(DragPlan)
        /// Taps a tab.
        case tap(Tab)
        /// Presenters: other rules for the pager.
        case configure(ConfigurationEdit)
        /// The actor's own view, in cells.
        case resize(width: Int64, height: Int64)
        case content(ContentEdit)
        /// Asks for the baton, gives it back, takes it, or passes it on.
        case control(ControlStep)
        /// Darkens everybody's pages or lights them again; nil makes them what they are not.
        case blank(Bool?)
        case think(Pause)
        case wait(Wait)
        case expect(Expectation)
        /// Drops the connection without a word.
        case cut
        /// Comes back after a cut and resumes.
        case reconnect
        case leave
        /// With `everyMilliseconds`, round n is due n times that long after the first began, whatever became of the rounds
        /// before: one that comes late does not delay those after it. Otherwise a round begins when the one before ended.
        case `repeat`(times: Int, everyMilliseconds: Int64? = nil, [Step])
    }

    /// A tab by what stands on it or by its page.
    package enum Tab: Hashable, Sendable {
        case title(String)
        case number(PageNumber)
    }

    /// The step itself and, for a repetition, all steps inside it.
    var flattened: [Step] {
        guard case .repeat(_, _, let steps) = action else { return [self] }
        return [self] + steps.flatMap(\.flattened)
    }
}

/// A page as people count: in a listed room 1 is the first page of the list, in an unbounded room the number is
/// the absolute page itself.
package struct PageNumber: Hashable, Sendable {
    package var value: Int64

    package init(_ value: Int64) {
        self.value = value
    }
}
