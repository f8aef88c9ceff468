import PagingRoom

/// The part of a process in a cluster.
package struct ClusterSettings: Hashable, Sendable {
    /// A prefix that no other process ever has. With the numbers of loop and connection it names a connection
    /// (`ConnectionKey`).
    package var connectionPrefix: String

    package init(connectionPrefix: String) {
        self.connectionPrefix = connectionPrefix
    }

    func connection(_ loop: Int, _ peer: PeerID) -> ConnectionKey {
        ConnectionKey("\(connectionPrefix)-\(loop)-\(peer.number)")
    }
}
