import PagingRoom

/// The numbers of the events that one connection brings.
struct EventStream: Sendable {
    /// What a number says about the stream.
    enum Finding: Hashable {
        case next
        /// So many were left out before it.
        case gap(Int)
        case duplicate
    }

    /// The newest number; nil until the state has come on which events follow.
    private(set) var last: Sequence?
    /// Up to here the stream catches up; what comes later happened while the member was there.
    private(set) var welcomed = Sequence(0)
    /// Which server's life the numbers are of.
    private(set) var life = 0

    /// The room lets the member in. A recovered one goes on where it was.
    mutating func begin(life: Int, welcomed: Sequence, after known: Sequence?) {
        (self.life, self.welcomed, last) = (life, welcomed, known)
    }

    /// A whole state came; says how many events of its time there the member will never see.
    mutating func jump(to sequence: Sequence) -> Int {
        let from = max(last ?? sequence, welcomed)
        let skipped = last == nil ? 0 : max(0, sequence.number - from.number)
        if last == nil { welcomed = max(welcomed, sequence) }
        last = sequence
        return Int(skipped)
    }

    mutating func take(_ sequence: Sequence) -> Finding {
        guard let known = last, sequence != known.next else {
            // An event before any state goes with nothing.
            let finding: Finding = last == nil ? .gap(1) : .next
            last = sequence
            return finding
        }
        guard sequence > known else { return .duplicate }
        last = sequence
        return .gap(Int(sequence.number - known.number - 1))
    }

    func isLive(_ sequence: Sequence) -> Bool { sequence > welcomed }
}
