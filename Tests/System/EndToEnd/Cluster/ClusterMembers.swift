import PagingRoom
import TestPeers
import Testing

extension ClusterFixture {
    /// The member was never without its connection, whatever happened to other nodes.
    func expectItsConnectionStayed(_ member: TestMember, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(member.now.welcomes.count == 1, "\(member.name) joined once", sourceLocation: sourceLocation)
        #expect(member.now.waits.isEmpty, "\(member.name): \(member.now.waits)", sourceLocation: sourceLocation)
    }

    /// Waits until all rest after the same event, and compares their states. The numbers of an earlier epoch may have
    /// been given again.
    @discardableResult
    func meet(_ members: [TestMember], since sequence: Sequence) throws -> Replica {
        var goal = sequence
        while true {
            let replicas = try members.map { member in
                let seen = try member.wait("rest at seq \(goal.number)") {
                    $0.isFollowing && $0.isAtRest && $0.sequence >= goal
                }
                return try #require(seen.replica)
            }
            goal = replicas.map(\.sequence).max() ?? goal
            guard Set(replicas.map(\.sequence)).count == 1 else { continue }
            #expect(Set(replicas.map(\.digest)).count == 1)
            return replicas[0]
        }
    }
}
