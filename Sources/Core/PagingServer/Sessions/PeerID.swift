/// A connection of one loop, as the shell numbers it.
package struct PeerID: Hashable, Comparable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    /// A moment from 1 to `milliseconds` that differs between connections, to spread work for many that came together: the
    /// number times 2^64 over the golden ratio (Knuth, The Art of Computer Programming, 6.4, Fibonacci hashing).
    func moment(within milliseconds: Int64) -> Int64 {
        let fraction = number &* 0x9E37_79B9_7F4A_7C15
        return Int64(fraction.multipliedFullWidth(by: UInt64(max(1, milliseconds))).high) + 1
    }

    package static func < (one: PeerID, other: PeerID) -> Bool { one.number < other.number }
}

/// A connection anywhere in the process: its loop and its number there.
package struct Address: Hashable, Sendable, CustomStringConvertible {
    package var loop: Int
    package var peer: PeerID

    package init(loop: Int, peer: PeerID) {
        self.loop = loop
        self.peer = peer
    }

    /// Loop and number with a dash, as in the log.
    package var description: String { "\(loop)-\(peer.number)" }
}
