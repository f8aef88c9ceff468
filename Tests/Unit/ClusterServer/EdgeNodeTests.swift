import ClusterMembership
import Metrics
import PagingServer
import Testing

@testable import ClusterServer

/// A node that owns no rooms, beside nodes that do.
@Suite struct EdgeNodeTests {
    private static let edge = 2

    /// Two owners, and an edge.
    private func makeCluster(seed: UInt64 = 1) -> TestCluster {
        TestCluster(3, seed: seed) { if $0.node.name == "n\(Self.edge)" { $0.node.role = .edge } }
    }

    private func metrics(of node: Int, in cluster: TestCluster) -> ClusterMetrics {
        cluster.nodes[node].core.report(at: cluster.now).metrics
    }

    private func serves(_ cluster: TestCluster) -> Bool {
        cluster.nodes[Self.edge].core.servesUntil(at: cluster.now) != nil
    }

    @Test(arguments: 1...5) func aMemberFollowsEachOwner(seed: UInt64) throws {
        var cluster = makeCluster(seed: seed)
        let (owner, members) = try cluster.assemble()
        let ann = members[Self.edge]
        #expect(owner != Self.edge)
        cluster.step(2, from: ann)
        cluster.wait(2_000) { $0.said(to: ann).hasAccepted(2) && $0.areTogether(members) }
        cluster.kill(owner)
        cluster.wait(6_000) { $0.said(to: ann).epochs.count == 2 }
        #expect(cluster.owners() == [1 - owner])
        cluster.step(3, from: ann, on: 1)
        cluster.wait(2_000) { $0.said(to: ann).hasAccepted(3) && $0.areTogether([ann, members[1 - owner]]) }
        #expect(cluster.ending(of: ann) == nil)
        #expect(metrics(of: Self.edge, in: cluster).failovers.count == 1)
    }

    /// The view of operators, at the edge itself and at others.
    @Test func itsReportTellsOfNoLease() throws {
        var cluster = makeCluster()
        let (owner, _) = try cluster.assemble()
        let metrics = metrics(of: Self.edge, in: cluster)
        #expect(metrics.leaseMilliseconds == nil && metrics.nodes == [.live: 2])
        #expect(metrics.rooms.filter { $0.value > 0 } == [.edge: 1])
        #expect(metrics.storeLagMilliseconds.values.allSatisfy { $0 == 0 } && metrics.fabricLagMilliseconds <= 300)
        #expect(self.metrics(of: owner, in: cluster).nodes == [.live: 1], "owners are counted")
        for node in cluster.nodes.indices {
            let nodes = cluster.nodes[node].core.status(at: cluster.now).nodes
            #expect(nodes.count == 3 && nodes.allSatisfy { $0.isLive && $0.isEdge == ($0.name == "n\(Self.edge)") })
        }
        #expect(serves(cluster))
    }

    @Test(arguments: 1...5) func aKilledEdgeIsForgotten(seed: UInt64) throws {
        var cluster = makeCluster(seed: seed)
        let (owner, _) = try cluster.assemble()
        #expect(metrics(of: owner, in: cluster).links[.owner] == 2)
        cluster.kill(Self.edge)
        cluster.wait(3_000) { metrics(of: owner, in: $0).links[.owner] == 1 }
        #expect(cluster.nodes[owner].core.status(at: cluster.now).nodes.count == 2)
        #expect(metrics(of: owner, in: cluster).expulsions.value == 0)
    }

    @Test func anEdgeThatEndsSaysSo() throws {
        var cluster = makeCluster()
        let (owner, _) = try cluster.assemble()
        cluster.pass(.drain, to: Self.edge)
        #expect(cluster.nodes[Self.edge].isDrained)
        cluster.pass(.leave, to: Self.edge)
        #expect(cluster.nodes[Self.edge].hasLeft && !serves(cluster))
        cluster.wait(200) { metrics(of: owner, in: $0).links[.owner] == 1 }
    }

    /// Members wait as they do at any node whose room has no owner.
    @Test func withoutAnOwnerItTakesNobody() throws {
        var cluster = makeCluster()
        let ann = try cluster.assemble().members[Self.edge]
        for owner in 0..<2 { cluster.kill(owner) }
        cluster.wait(1_300) { !serves($0) }
        cluster.wait(3_000) { $0.said(to: ann).hasNotice }
        #expect(cluster.ending(of: ann) == nil && cluster.owners().isEmpty)
        #expect(metrics(of: Self.edge, in: cluster).nodes.values.allSatisfy { $0 == 0 })
    }
}
