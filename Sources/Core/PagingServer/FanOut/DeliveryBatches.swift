import PagingRoom

/// The messages of one flush, each for all subscribers with the same cursor.
struct DeliveryBatches {
    struct Key: Hashable {
        let cursor: Sequence
        let withOffset: Bool
    }

    private var batches: [(key: Key, bytes: [UInt8], peers: [PeerID])] = []

    /// Adds a subscriber; `compose` makes the message for the first one with its cursor.
    ///
    /// Nearly all subscribers have the newest cursor, so the list is short and its end is searched first.
    mutating func add(_ peer: PeerID, at key: Key, compose: () -> [UInt8]) {
        if let index = batches.lastIndex(where: { $0.key == key }) {
            batches[index].peers.append(peer)
        } else {
            batches.append((key, compose(), [peer]))
        }
    }

    func send(into output: inout LoopOutput) {
        for batch in batches { output.append(.send(batch.bytes, to: batch.peers)) }
    }
}
