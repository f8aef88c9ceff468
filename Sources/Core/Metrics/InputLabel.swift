/// The label of a client's message: type and outcome.
package struct InputLabel: Hashable, Sendable {
    /// The type of a message; unknown types share one value, so that a peer cannot create series.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case join, leave, ping, pages, asset, getAsset, drawn
        case dragBegan, dragMoved, dragEnded, dragCancelled
        case step, jump, stripMoved, stripEnded
        case resize, content, configure, dragEnabled, control, remove, lock, leash, blank, point, scroll
        /// Unreadable, or of an unknown type.
        case unreadable
    }

    /// Accepted, or refused with a code of the protocol.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case accepted
        case held, coalesced, forbidden, stale, disabled, empty, moving
        case badRequest, tooLarge, rate, unknownType, unknownPage, unknownAsset
    }

    package var kind: Kind
    package var outcome: Outcome

    package init(_ kind: Kind, _ outcome: Outcome) {
        self.kind = kind
        self.outcome = outcome
    }
}
