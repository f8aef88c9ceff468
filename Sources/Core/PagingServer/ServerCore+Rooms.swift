package import PagingEngine
package import PagingRoom

/// The connections of this loop, for inspection.
extension ServerCore {
    /// The tokens that can be revoked, with their connections of this loop.
    package var tokens: [(peer: PeerID, token: VerifiedToken)] { sessions.tokens }

    /// Connections of this loop.
    package var connectionCount: Int { sessions.count }

    /// The moment of the last offset for subscribers here.
    package var lastMovedAt: Instant? { relays.lastMovedAt }

    /// Whether this side has already ended the connection; what still comes from it does not count.
    package func isEnding(_ peer: PeerID) -> Bool { sessions.isClosing(peer) }
}

/// The rooms whose home is this loop, and the amounts that the core holds, for inspection.
extension ServerCore {
    /// The room at `now`; nil when another loop is its home.
    package func snapshot(of room: String, at now: Instant) -> Replica? { hosted[room]?.room.snapshot(at: now) }

    /// All members of a room by number, with the viewers that its replica only counts; nil when another loop is its home.
    package func members(of room: String) -> [Member]? { hosted[room]?.room.members }

    /// The notes of the window of a room, for presenters only; nil when another loop is its home.
    package func notes(of room: String) -> [PageNotes]? { hosted[room]?.room.windowNotes }

    package var holdings: Holdings {
        var holdings = Holdings(connections: sessions.count)
        hosted.count(into: &holdings)
        relays.count(into: &holdings)
        return holdings
    }

    /// The last event of `room`, published or not; nil when another loop is its home.
    package func sequence(of room: String) -> Sequence? { hosted[room]?.room.sequence }

    /// The last published event of `room`, and the frames after `sequence` that are still held, the newest last; nil when
    /// another loop is its home.
    package func published(in room: String, after sequence: Sequence) -> (last: Sequence, frames: [Frame])? {
        guard let ring = hosted[room]?.ring else { return nil }
        let first = max(sequence, Sequence(ring.first.number - 1))
        return (ring.last, first < ring.last ? ring.frames(after: first) : [])
    }
}
