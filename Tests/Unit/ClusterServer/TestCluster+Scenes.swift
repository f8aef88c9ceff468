import ClusterMembership
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Steps of scenes, and questions about them.
extension TestCluster {
    /// The nodes whose homes of the room speak.
    func owners(of room: String = TestCluster.room) -> [Int] {
        nodes.indices.filter { node in
            nodes[node].isRunning && nodes[node].core.leaseEnd.map { now < $0 } ?? false
                && nodes[node].core.status(at: now).rooms.contains { $0.name == room && $0.isSpeaking }
        }
    }

    /// The rest of a node's lease; nil while it has none.
    func leaseMilliseconds(of node: Int) -> Int64? {
        nodes[node].core.leaseEnd.map { $0.milliseconds(since: now) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// A loop has looked at the lease a little later than the cluster loop.
    mutating func endLease(at node: Int) {
        for loop in 0..<loops {
            serve(.cluster(.leaseEnded), on: loop, of: node)
            pass(.leaseEnded(loop: loop), to: node)
        }
    }

    /// Opens a connection and asks to join.
    mutating func join(
        at node: Int, loop: Int = 0, _ peer: UInt64 = 1, role: Role = .presenter, room: String = TestCluster.room
    ) -> TestMember {
        let id = PeerID(peer)
        let secret = Session("secret-\(node)-\(loop)-\(peer)")
        let join = ClientMessage.join(RequestID(1), Join(role: role, offsets: .keyframes, knowsEpochs: true))
        serve(.opened(id, room: room, secret: secret), on: loop, of: node)
        serve(.received(id, [.success(join)]), on: loop, of: node)
        return TestMember(node: node, address: Address(loop: loop, peer: id))
    }

    mutating func ask(_ id: Int64, _ request: Request, from member: TestMember) {
        let message = ClientMessage.request(RequestID(id), request)
        serve(.received(member.address.peer, [.success(message)]), on: member.address.loop, of: member.node)
    }

    /// A step to the next page.
    mutating func step(_ id: Int64, from member: TestMember, on page: Int64 = 0) {
        ask(id, .step(.forward, from: PageIndex(page)), from: member)
    }

    mutating func close(_ member: TestMember) {
        serve(.closed(member.address.peer), on: member.address.loop, of: member.node)
    }

    /// Everything that was sent to the member.
    func said(to member: TestMember) -> [ServerMessage] { nodes[member.node].sent[member.address] ?? [] }

    func ending(of member: TestMember) -> CloseCode? { nodes[member.node].endings[member.address] }

    /// Runs until the room has an owner, and a member of each node has joined. Returns the owner, and the members by node.
    mutating func assemble() throws -> (owner: Int, members: [TestMember]) {
        wait(5_000) { !$0.owners().isEmpty }
        let owner = try #require(owners().first)
        let members = nodes.indices.map { join(at: $0, loop: $0 % loops) }
        wait(5_000) { cluster in members.allSatisfy { cluster.said(to: $0).sequence != nil } }
        // The joins of all were told to all.
        run(1_000)
        return (owner, members)
    }

    /// Whether all of `members` show the same event.
    func areTogether(_ members: [TestMember]) -> Bool { Set(members.map { said(to: $0).sequence }).count == 1 }
}
