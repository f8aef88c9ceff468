import ClusterTraffic
import PagingRoom
import PagingServer

/// The events that the home of a room has said since the opening, for edges that missed some.
struct ServedHistory: Sendable {
    private(set) var ring: FrameRing
    /// The newest offset.
    private(set) var offset: RelayedOffset?

    /// A history that goes on after the ring.
    init(_ ring: FrameRing) {
        self.ring = ring
    }

    mutating func halve() { ring.halve() }

    /// The newest event.
    var last: Sequence { ring.last }

    mutating func take(_ publication: Publication) -> RelayedEvents {
        for frame in publication.frames { ring.append(frame) }
        let newest = publication.offset.map { RelayedOffset($0) }
        if let newest { offset = newest }
        return RelayedEvents(
            first: publication.first.number, frames: publication.frames, offset: newest, canWait: publication.canWait)
    }

    /// The events after `sequence`, and the newest offset; nil when some of them are no longer known.
    func events(after sequence: Sequence) -> RelayedEvents? {
        guard ring.reaches(back: sequence) else { return nil }
        return RelayedEvents(
            first: sequence.next.number, frames: ring.frames(after: sequence), offset: offset)
    }
}

extension RelayedOffset {
    fileprivate init(_ offset: EncodedOffset) {
        self.init(
            frame: offset.frame, sequence: offset.sequence.number, audience: offset.audience.relayedNumber,
            isDragged: offset.isDragged)
    }
}
