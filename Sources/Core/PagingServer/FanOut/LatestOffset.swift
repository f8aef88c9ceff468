import PagingRoom
import PagingWire

/// The newest offset of a room, and which subscribers lack it.
struct LatestOffset: Sendable {
    private(set) var offset: EncodedOffset?
    /// The number of offsets so far.
    private(set) var generation: UInt64 = 0
    /// The generation of the newest offset for subscribers of frames, and for those of keyframes; 0 is none.
    private var framesGeneration: UInt64 = 0
    private var keyframesGeneration: UInt64 = 0

    mutating func take(_ newest: EncodedOffset) {
        generation += 1
        if newest.audience != .keyframes { framesGeneration = generation }
        if newest.audience != .frames {
            keyframesGeneration = generation
        } else if !newest.isDragged, newest.sequence != offset?.sequence {
            // A subscriber that missed the older offset learns the position by the event in between; during a drag, by any
            // later offset.
            keyframesGeneration = 0
        }
        offset = newest
    }

    /// Whether the offset is new to a subscriber: of its kind, not the one it has seen, and not overtaken by events up to its
    /// cursor.
    func isNew(to kind: Join.Offsets, seen generation: UInt64, after cursor: Sequence) -> Bool {
        guard let sequence = offset?.sequence, sequence >= cursor else { return false }
        return switch kind {
        case .frames: generation < framesGeneration
        case .keyframes: generation < keyframesGeneration
        case .none: false
        }
    }
}
