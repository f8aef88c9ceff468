import PagingRoom

/// The messages of one flush, each for all readers that stand at the same place.
struct DeliveryBatches {
    struct Key: Hashable {
        let cursor: Sequence
        let withOffset: Bool
    }

    private var shares: [(key: Key, bytes: [UInt8], peers: [PeerID])] = []

    /// Adds a reader; `compose` makes the message for the first one at its place.
    ///
    /// Nearly everybody stands at the newest place, so the list is short and its end is looked at first.
    mutating func add(_ peer: PeerID, at key: Key, compose: () -> [UInt8]) {
        if let index = shares.lastIndex(where: { $0.key == key }) {
            shares[index].peers.append(peer)
        } else {
            shares.append((key, compose(), [peer]))
        }
    }

    func send(into effects: inout [ServerEffect]) {
        for share in shares { effects.append(.send(share.bytes, to: share.peers)) }
    }
}
