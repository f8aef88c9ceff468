package import PagingEngine
package import PagingRoom

/// What an actor expects to see. All that is given must hold together, at some moment from when everything the
/// actor asked for has been answered and seen until `withinMilliseconds` later; 0 means at once.
package struct Expectation: Hashable, Sendable {
    /// How long an expectation may take to come true when the script does not say: room for a slow connection.
    package static let standardWithinMilliseconds: Int64 = 1_000

    /// A place, and how far from it still counts.
    package struct Place: Hashable, Sendable {
        package var position: Position
        package var tolerance: Distance

        package init(position: Position, tolerance: Distance) {
            self.position = position
            self.tolerance = tolerance
        }
    }

    /// What became of the actor's newest request.
    package enum Outcome: Hashable, Sendable {
        case accepted
        case refused(Refusal.Code)
    }

    /// The page the pager rests on, or rested on before it began to move.
    package var page: PageNumber?
    package var phase: Phase.Name?
    package var place: Place?
    /// The page that came to rest last, as announced since the actor joined.
    package var selected: PageNumber?
    package var outcome: Outcome?
    /// Whether all actors of this run that are connected have seen the same events and show the same.
    package var inStep: Bool
    package var withinMilliseconds: Int64

    package init(
        page: PageNumber? = nil, phase: Phase.Name? = nil, place: Place? = nil, selected: PageNumber? = nil,
        outcome: Outcome? = nil, inStep: Bool = false, withinMilliseconds: Int64 = standardWithinMilliseconds
    ) {
        self.page = page
        self.phase = phase
        self.place = place
        self.selected = selected
        self.outcome = outcome
        self.inStep = inStep
        self.withinMilliseconds = withinMilliseconds
    }
}
