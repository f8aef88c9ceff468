import ClusterTraffic
import PagingRoom

// Numbers of the core as the database has them, which knows signed integers only.

extension NodeID {
    var stored: Int64 { Int64(clamping: number) }

    /// Nil for a number that no node has.
    init?(stored: Int64) {
        guard let number = UInt64(exactly: stored) else { return nil }
        self.init(number)
    }
}

extension UInt64 {
    /// The number of a beat, an epoch or a fence.
    var stored: Int64 { Int64(clamping: self) }

    init(stored: Int64) { self.init(clamping: stored) }
}

extension Epoch {
    /// The number of the ownership that it names, in a cluster: `RoomEpoch` in words.
    var ownership: UInt64? { UInt64(text.prefix { $0 != "-" }) }
}
