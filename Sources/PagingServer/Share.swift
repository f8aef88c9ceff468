import PagingRoom

/// One message that several readers get in a row.
struct Share {
    struct Key: Hashable {
        let cursor: Sequence
        let withOffset: Bool
    }

    private(set) var key: Key?
    private var bytes: [UInt8] = []
    var peers: [PeerID] = []

    /// Sends the message before and starts the next.
    mutating func open(_ key: Key, _ bytes: [UInt8], into effects: inout [ServerEffect]) {
        close(into: &effects)
        self.key = key
        self.bytes = bytes
    }

    mutating func close(into effects: inout [ServerEffect]) {
        if !peers.isEmpty { effects.append(.send(bytes, to: peers)) }
        peers = []
        key = nil
    }
}
