import PagingServer

@testable import ClusterServer

enum Fixture {
    static func address(_ loop: Int, _ peer: UInt64) -> Address { Address(loop: loop, peer: PeerID(peer)) }
}
