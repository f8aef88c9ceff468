/// A rule for leases and ownership that a world broke.
package struct NodeViolation: Hashable, Sendable, CustomStringConvertible {
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Nothing that is said after an ownership ended is obeyed.
        case ended
        /// No node obeys an epoch after a later one.
        case order
        /// Epochs never fall, and each has one owner, in the table of rooms and in the journal.
        case epochs
        /// A node that ran and had its database is not expelled; a stall of the database expels nobody.
        case expulsion
        /// Soon after the last fault each room has one owner, and all follow it.
        case convergence
    }

    package let rule: Rule
    package let milliseconds: Int64
    package let text: String

    package var description: String { "\(rule.rawValue), at \(milliseconds) ms: \(text)" }
}

/// A fault on purpose in the database or in the nodes of a world, to test that the audit finds it.
package enum NodeFault: String, Hashable, Sendable, CaseIterable {
    /// A node is expelled whatever its beat is.
    case expulsionWithoutBeat
    /// Words count however old the lease is that they carry.
    case validIgnored
    /// Words count by the newest sample of the sender's clock, also when the clock stood still since the lease.
    case pausesIgnored
    /// Observers expel although their own renewals are not confirmed.
    case guardIgnored
    /// Words of an epoch count after those of a later one.
    case epochIgnored
    /// Appends name no fence.
    case fenceIgnored
    /// Claims take rooms whatever their rows say.
    case claimIgnoresRow
    /// Claims give the epoch that the room had.
    case epochRepeated
    /// No node is ever expelled.
    case nobodyExpelled

    package var rule: NodeViolation.Rule {
        switch self {
        case .validIgnored, .pausesIgnored, .claimIgnoresRow: .ended
        case .epochIgnored: .order
        case .fenceIgnored, .epochRepeated: .epochs
        case .expulsionWithoutBeat, .guardIgnored: .expulsion
        case .nobodyExpelled: .convergence
        }
    }
}
