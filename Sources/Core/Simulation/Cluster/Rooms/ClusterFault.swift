import PagingRoom
import PagingWire

/// A rule that a cluster with members broke.
package struct ClusterViolation: Hashable, Sendable, CustomStringConvertible {
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Under one number of one epoch all members see the same event, and the same picture.
        case truth
        /// No member is told an epoch after a later one.
        case epochs
        /// Nothing that is said after an ownership ended reaches a member.
        case ended
        /// Everything that was announced is in what a later owner loads.
        case announced
        /// The journal has no gap, epochs never fall, and each has one owner.
        case journal
        /// A request has effect once; no page is counted twice.
        case once
        /// A member that missed an event knows it; every request has one answer.
        case order
        /// A session has one seat, a member that is gone has none, and a session that was removed does not return.
        case seats
        /// The time that a member is told goes back by 5 ms at most, and by what the quickest reading of the node took.
        case time
        /// A node that runs, has its database and is heard is not expelled.
        case expulsion
        /// Everything has a limit.
        case bounds
        /// Soon after the last fault each room has one owner, all follow it, and see what it shows.
        case convergence
    }

    package let rule: Rule
    package let milliseconds: Int64
    package let text: String

    package var description: String { "\(rule.rawValue), at \(milliseconds) ms: \(text)" }
}

/// A fault on purpose in the shells around the nodes, in the database or on the way to members, to test that the audit finds
/// it.
package enum ClusterFault: String, Hashable, Sendable, CaseIterable {
    /// Members at one node are told another page than the room has.
    case eventForged
    /// Epochs begin again with the one that the room had.
    case epochRepeated
    /// Loops do not look at the lease.
    case leaseIgnored
    /// Words count however old the lease is that they carry.
    case validIgnored
    /// Records count as committed when they are sent.
    case committedTooEarly
    /// The newest record is not loaded.
    case recordLost
    /// Appends name no fence.
    case fenceIgnored
    /// Members are told now and then that a request was refused which was accepted.
    case doneRefused
    /// Which sessions were removed is not loaded.
    case voidForgotten
    /// Loops run on the clocks of their machines.
    case clocksDiffer
    /// A node is expelled whatever its beat is.
    case expulsionWithoutBeat
    /// Observers expel although their own renewals are not confirmed.
    case guardIgnored
    /// A message to a member is lost now and then, and its connection holds.
    case messageLost
    /// Nodes do not hear of the end of a connection.
    case endUnheard
    /// Nodes keep more events than they may.
    case ringUnlimited
    /// No node is ever expelled.
    case nobodyExpelled

    package var rule: ClusterViolation.Rule {
        switch self {
        case .eventForged: .truth
        case .epochRepeated: .epochs
        case .leaseIgnored, .validIgnored: .ended
        case .committedTooEarly, .recordLost: .announced
        case .fenceIgnored: .journal
        case .doneRefused: .once
        case .messageLost: .order
        case .endUnheard, .voidForgotten: .seats
        case .clocksDiffer: .time
        case .expulsionWithoutBeat, .guardIgnored: .expulsion
        case .ringUnlimited: .bounds
        case .nobodyExpelled: .convergence
        }
    }

    /// The fault of the database's statements.
    var ofDatabase: NodeFault? {
        switch self {
        case .epochRepeated: .epochRepeated
        case .fenceIgnored: .fenceIgnored
        case .nobodyExpelled: .nobodyExpelled
        case .expulsionWithoutBeat: .expulsionWithoutBeat
        default: nil
        }
    }

    /// The messages that members get instead of those that a node sends. `chance` is a number from 0 to 99.
    func tampered(_ messages: [ServerMessage], of node: Int, chance: Int64) -> [ServerMessage] {
        switch self {
        case .eventForged where node == 0: messages.map { FaultInjection.pageMiscounted.tampered($0) }
        case .doneRefused where chance < 20:
            messages.map { message in
                guard case .answer(.accepted(let id, let sequence, changed: true)) = message else { return message }
                return .answer(.refused(id, Refusal(.stale, ""), sequence))
            }
        default: messages
        }
    }
}
