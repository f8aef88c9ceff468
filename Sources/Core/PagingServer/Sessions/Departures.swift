import PagingEngine
import PagingRoom
import PagingWire

/// Connections that end for a reason that many share, evenly within a time.
struct Departures: Sendable {
    /// A connection that is to end now.
    struct Departure: Sendable {
        let peer: PeerID
        let code: CloseCode
        let reason: String
    }

    private struct Group {
        var drain: Drain
        let code: CloseCode
        let reason: String
    }

    private var groups: [Group] = []

    /// The moment at which the next connection ends.
    var nextMoment: Instant? { groups.compactMap(\.drain.nextMoment).min() }

    /// Ends `peers` within `milliseconds`, the first at once; 0 ends all at once.
    mutating func add(
        _ peers: [PeerID], _ code: CloseCode, _ reason: String, at now: Instant, withinMilliseconds milliseconds: Int64
    ) {
        groups.append(Group(drain: Drain(peers, at: now, milliseconds: milliseconds), code: code, reason: reason))
    }

    /// Takes the connections that are to end by now; some may have ended by themselves.
    mutating func due(at now: Instant) -> [Departure] {
        guard !groups.isEmpty else { return [] }
        var due: [Departure] = []
        for index in groups.indices {
            let (code, reason) = (groups[index].code, groups[index].reason)
            due += groups[index].drain.due(at: now).map { Departure(peer: $0, code: code, reason: reason) }
        }
        groups.removeAll { $0.drain.nextMoment == nil }
        return due
    }
}
