import PagingRoom

/// The event numbers that one connection brings.
struct EventStream: Sendable {
    /// The meaning of a number for the stream.
    enum Finding: Hashable {
        case next
        /// This many were left out before it.
        case gap(Int)
        case duplicate
    }

    /// Numbers counted as left out by one message, so that a wrong number does not drown the others.
    private static let missingAtMost: Int64 = 1_000_000

    /// A difference of numbers as a count of events that are missing.
    static func missing(_ difference: Int64) -> Int { Int(min(max(0, difference), missingAtMost)) }

    /// The newest number; nil before the first state.
    private(set) var last: Sequence?
    /// The stream catches up to this number; later events happened while the member was in the room.
    private(set) var welcomed = Sequence(0)
    /// The server's life that the numbers belong to.
    private(set) var life = 0

    /// The room admits the member. A recovered member continues after `known`.
    mutating func begin(life: Int, welcomed: Sequence, after known: Sequence?) {
        (self.life, self.welcomed, last) = (life, welcomed, known)
    }

    /// A whole state came; returns how many events since the welcome it replaces.
    mutating func jump(to sequence: Sequence) -> Int {
        let from = max(last ?? sequence, welcomed)
        let skipped = last == nil ? 0 : EventStream.missing(sequence.number - from.number)
        if last == nil { welcomed = max(welcomed, sequence) }
        last = sequence
        return skipped
    }

    mutating func take(_ sequence: Sequence) -> Finding {
        guard let known = last, sequence != known.next else {
            // An event before any state does not apply to anything.
            let finding: Finding = last == nil ? .gap(1) : .next
            last = sequence
            return finding
        }
        guard sequence > known else { return .duplicate }
        last = sequence
        return .gap(EventStream.missing(sequence.number - known.number - 1))
    }

    func isLive(_ sequence: Sequence) -> Bool { sequence > welcomed }
}
