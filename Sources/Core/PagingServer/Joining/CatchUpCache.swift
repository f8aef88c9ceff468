import PagingEngine
import PagingRoom
import PagingWire

/// Catch-ups of members that join at the same moment, encoded once for all that need the same.
struct CatchUpCache: Sendable {
    /// Events from the one after `since` up to `last`, a line each.
    private struct Missed {
        let room: String
        let since: Sequence
        let last: Sequence
        let lines: Frame
    }

    private var missed: [Missed] = []
    private var snapshot: (seen: Snapshot, frame: Frame)?

    mutating func removeAll() {
        guard !missed.isEmpty || snapshot != nil else { return }
        missed = []
        snapshot = nil
    }

    /// Everything in `ring` after `since`.
    mutating func missed(in room: String, after since: Sequence, of ring: FrameRing) -> Frame {
        let known = missed.last { $0.since == since && $0.last == ring.last && $0.room == room }
        if let known { return known.lines }
        let lines = MessageBuilder(ring.frames(after: since)).bytes
        missed.append(Missed(room: room, since: since, last: ring.last, lines: lines))
        return lines
    }

    /// The frame of `wanted`. New members that are not announced one by one see the same room and share the frame.
    mutating func frame(of wanted: Snapshot, encode: (ServerMessage) -> Frame) -> Frame {
        if let snapshot, snapshot.seen == wanted { return snapshot.frame }
        let frame = encode(.snapshot(wanted))
        snapshot = (wanted, frame)
        return frame
    }
}
