/// A connection of one loop, as the socket side numbers it.
public struct PeerID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }
}

/// A connection anywhere in the process: its loop and its number there.
public struct Address: Hashable, Sendable, CustomStringConvertible {
    public var loop: Int
    public var peer: PeerID

    public init(loop: Int, peer: PeerID) {
        self.loop = loop
        self.peer = peer
    }

    /// Both with a dash between, as the log names the connection.
    public var description: String { "\(loop)-\(peer.number)" }
}
