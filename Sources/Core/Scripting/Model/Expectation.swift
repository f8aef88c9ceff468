package import PagingEngine
package import PagingRoom

/// A condition on the room. All given fields must hold together at some moment, from when all requests of the actor
/// are answered and seen until `withinMilliseconds` later; 0 means at once.
package struct Expectation: Hashable, Sendable {
    /// The time to come true without `within`: enough for a slow connection.
    package static let standardWithinMilliseconds: Int64 = 1_000

    /// A position, and the distance from it that still counts.
    package struct ExpectedPosition: Hashable, Sendable {
        package var position: Position
        package var tolerance: Distance

        package init(position: Position, tolerance: Distance) {
            self.position = position
            self.tolerance = tolerance
        }
    }

    /// The answer to the actor's newest request.
    package enum Outcome: Hashable, Sendable {
        case accepted
        case refused(Refusal.Code)
    }

    /// The page the pager rests on, or rested on before it began to move.
    package var page: PageNumber?
    package var phase: Phase.Name?
    package var place: ExpectedPosition?
    /// The page that came to rest last, as announced since the actor joined.
    package var selected: PageNumber?
    package var outcome: Outcome?
    /// Whether all connected actors of this run have seen the same events and show the same.
    package var inStep: Bool
    package var withinMilliseconds: Int64

    package init(
        page: PageNumber? = nil, phase: Phase.Name? = nil, place: ExpectedPosition? = nil, selected: PageNumber? = nil,
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
