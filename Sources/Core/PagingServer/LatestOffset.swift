import PagingRoom
import PagingWire

/// The newest offset of a room and who has not seen it.
struct LatestOffset: Sendable {
    private(set) var offset: EncodedOffset?
    /// How many there have been.
    private(set) var generation: UInt64 = 0
    /// The newest that was meant for readers of frames, and for those of keyframes; 0 is none.
    private var framesGeneration: UInt64 = 0
    private var keyframesGeneration: UInt64 = 0

    mutating func take(_ newest: EncodedOffset) {
        generation += 1
        if newest.audience != .keyframes { framesGeneration = generation }
        if newest.audience != .frames {
            keyframesGeneration = generation
        } else if !newest.isInHand, newest.sequence != offset?.sequence {
            // Whoever has not taken the older one learns its place by the event in between. Of a hand each offset does.
            keyframesGeneration = 0
        }
        offset = newest
    }

    /// Whether the offset is new to the reader, of its kind, and not overtaken by events it has seen.
    func isNew(to reader: Subscriber) -> Bool {
        guard let offset, offset.sequence >= reader.cursor else { return false }
        return switch reader.offsets {
        case .frames: reader.offsetSeen < framesGeneration
        case .keyframes: reader.offsetSeen < keyframesGeneration
        case .none: false
        }
    }
}
