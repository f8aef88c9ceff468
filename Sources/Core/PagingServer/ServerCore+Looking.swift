package import PagingRoom
import PagingWire

/// What a core holds at one moment, counted: for a test that everything has a limit.
package struct Holdings: Hashable, Sendable {
    /// Connections, and those of them that follow a room.
    package var connections = 0
    package var readers = 0
    /// Rooms followed here.
    package var mirrors = 0
    /// Frames in the fullest ring, at homes and mirrors.
    package var ringFrames = 0
    /// What waits for the memory in the room where most does.
    package var waitingForMemory = 0
    /// Bytes of answers for the reader with most of them unread.
    package var answerBytes = 0
    /// Moments at which rooms want to be looked at, outdated ones included.
    package var wakes = 0
}

/// For those who watch over a core from outside; nothing here changes anything.
extension ServerCore {
    /// What the core holds at present.
    package var holdings: Holdings {
        var holdings = Holdings(connections: peers.count, mirrors: mirrors.count, wakes: wakes.count)
        for name in homes.keys {
            holdings.ringFrames = max(holdings.ringFrames, homes[name]?.ring.count ?? 0)
            holdings.waitingForMemory = max(holdings.waitingForMemory, homes[name]?.journal?.count ?? 0)
        }
        for mirror in mirrors.keys.compactMap({ mirrors[$0] }) {
            holdings.readers += mirror.readers.count
            holdings.ringFrames = max(holdings.ringFrames, mirror.ring.count)
            for reader in mirror.readers { holdings.answerBytes = max(holdings.answerBytes, reader.replyBytes) }
        }
        return holdings
    }

    /// The number of the last event that happened in `room`, told or not; nil when another loop is its home.
    package func sequence(of room: String) -> Sequence? {
        homes[room]?.room.sequence
    }

    /// The number of the last event told of in `room`, and the frames of those after `sequence` that are still held,
    /// the newest last; nil when another loop is its home.
    package func told(in room: String, after sequence: Sequence) -> (last: Sequence, frames: [Frame])? {
        guard let ring = homes[room]?.ring else { return nil }
        let first = max(sequence, Sequence(ring.first.number - 1))
        return (ring.last, first < ring.last ? ring.frames(after: first) : [])
    }
}
