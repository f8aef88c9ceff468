/// What a client asked for and what became of it.
package struct InputLabel: Hashable, Sendable {
    /// The type of a message; what nobody knows is one of them, so that a peer cannot make up new series.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case join, leave, ping, pages, drawn
        case dragBegan, dragMoved, dragEnded, dragCancelled
        case step, jump, stripMoved, stripEnded
        case resize, content, configure, dragEnabled, control, remove, lock, leash, blank, point
        /// Not readable, or of a type nobody knows.
        case unreadable
    }

    /// What became of it: done, or refused with one of the wire's words.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case accepted
        case held, coalesced, forbidden, stale, disabled, empty, moving
        case badRequest, tooLarge, rate, unknownType, unknownPage
    }

    package var kind: Kind
    package var outcome: Outcome

    package init(_ kind: Kind, _ outcome: Outcome) {
        self.kind = kind
        self.outcome = outcome
    }
}
