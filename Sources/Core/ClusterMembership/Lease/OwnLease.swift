import ClusterTraffic
import PagingEngine

/// The lease of one life of this node, renewed beat by beat.
///
/// Beat k is sent at S_k. The owner may speak until S_k + L for the newest confirmed k. A number is sent once: after an
/// unknown outcome the next renewal has the next number.
struct OwnLease: Hashable, Sendable {
    private struct Beat: Hashable {
        let number: UInt64
        let sentAt: Instant
    }

    private let timing: LeaseTiming
    private let node: NodeID
    private var lastSent: UInt64 = 0
    private var inFlight: Beat?
    private var newest: Beat?
    private var timeline: UInt32?
    private var renewsAt: Instant

    /// A lease whose first renewal is sent at once.
    init(of node: NodeID, _ timing: LeaseTiming, at now: Instant) {
        self.node = node
        self.timing = timing
        renewsAt = now
    }

    /// The newest confirmed beat; 0 before the first.
    var confirmed: UInt64 { newest?.number ?? 0 }

    /// The time up to which the owner may speak; nil before the first confirmation.
    var validUntil: Instant? { newest?.sentAt.advanced(byMilliseconds: timing.lease) }

    /// The sending of the newest confirmed beat; nil before the first.
    var confirmedSince: Instant? { newest?.sentAt }

    /// The sending of the renewal in flight.
    var inFlightSince: Instant? { inFlight?.sentAt }

    /// The time of the next renewal; nil while one is in flight.
    var nextDeadline: Instant? { inFlight == nil ? renewsAt : nil }

    /// The next renewal, when it is time for it and none is in flight.
    mutating func renewal(isHeard: Bool, at now: Instant) -> NodeStatement? {
        guard inFlight == nil, renewsAt <= now else { return nil }
        lastSent += 1
        inFlight = Beat(number: lastSent, sentAt: now)
        renewsAt = now.advanced(byMilliseconds: timing.renewal)
        return .renew(node, beat: lastSent, confirmed: confirmed, isHeard: isHeard)
    }

    /// Takes the outcome of the renewal in flight. Returns the reason when it ends the life.
    mutating func answered(_ outcome: NodeOutcome) -> NodeEndReason? {
        guard let beat = inFlight else { return nil }
        inFlight = nil
        switch outcome {
        case .renewed(let renewal):
            guard timeline ?? renewal.timeline == renewal.timeline else { return .timeline }
            timeline = renewal.timeline
            newest = beat
            return nil
        case .noRow: return .noRow
        case .done, .nodes, .unknown:
            // The next one follows as soon as there is a connection.
            renewsAt = beat.sentAt
            return nil
        }
    }
}

/// The reason why a life of a node ended.
package enum NodeEndReason: String, Hashable, Sendable, CaseIterable {
    /// The row is gone: another node has expelled this one.
    case noRow
    /// A standby of the database has taken over.
    case timeline
    /// The fabric carries beats of other nodes and not this node's.
    case unheard
    /// It was asked to leave.
    case asked
}
