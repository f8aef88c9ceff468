import ClusterMembership
import ClusterTraffic
import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import Testing

@testable import ClusterServer

/// The report of a node to operators: its state, and its counts.
@Suite struct ClusterReportTests {
    private func metrics(of node: Int, in cluster: TestCluster) -> ClusterMetrics {
        cluster.nodes[node].core.report(at: cluster.now).metrics
    }

    private func sum(of cluster: TestCluster, _ count: (ClusterMetrics) -> UInt64) -> UInt64 {
        cluster.nodes.indices.filter { cluster.nodes[$0].isRunning }.reduce(0) {
            $0 + count(metrics(of: $1, in: cluster))
        }
    }

    @Test func aSoundClusterReportsItsParts() throws {
        var cluster = TestCluster(3)
        let (owner, _) = try cluster.assemble()
        for node in cluster.nodes.indices {
            let metrics = metrics(of: node, in: cluster)
            #expect(metrics.nodes == [.live: 2])
            #expect((1...750).contains(metrics.leaseMilliseconds ?? 0))
            #expect(metrics.fabricLagMilliseconds <= 300)
            #expect(metrics.storeLagMilliseconds.values.allSatisfy { $0 < 300 })
            #expect(metrics.roomWaitMilliseconds < 300)
            #expect(metrics.rooms.filter { $0.value > 0 } == (node == owner ? [.owner: 1] : [.edge: 1]))
            #expect(metrics.links == (node == owner ? [.owner: 2, .edge: 0] : [.owner: 0, .edge: 1]))
            #expect(metrics.livesEnded["noRow"] == 0 && metrics.claims.value == (node == owner ? 1 : 0))
        }
        #expect(sum(of: cluster) { $0.failovers.count + $0.handOvers.count + $0.gapsRepaired.value } == 0)
    }

    @Test func aNodeKnowsTheOthers() throws {
        var cluster = TestCluster(2)
        _ = try cluster.assemble()
        let ids = cluster.nodes.map { $0.core.status(at: cluster.now).node }
        for node in 0..<2 {
            let nodes = cluster.nodes[node].core.status(at: cluster.now).nodes
            #expect(nodes.map(\.name) == ["n\(node)", "n\(1 - node)"])
            #expect(nodes.map(\.id) == [ids[node], ids[1 - node]])
            #expect(nodes.map(\.isOwn) == [true, false] && nodes.allSatisfy { $0.isLive && !$0.isDraining })
            #expect(nodes.allSatisfy { ($0.leaseAgeMilliseconds ?? 1_000) <= 300 })
            #expect(nodes.allSatisfy { ($0.beatLagMilliseconds ?? 1_000) <= 300 })
        }
        cluster.pass(.drain, to: 0)
        cluster.wait(2_000) { $0.nodes[1].core.status(at: $0.now).nodes[1].isDraining }
        #expect(metrics(of: 1, in: cluster).nodes == [.draining: 1])
    }

    /// Each node with members counts it once, the next owner too.
    @Test(arguments: 1...5) func aKilledOwnerIsAFailover(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, members) = try cluster.assemble()
        cluster.kill(owner)
        let others = cluster.nodes.indices.filter { $0 != owner }
        cluster.wait(6_000) { cluster in
            others.allSatisfy { cluster.said(to: members[$0]).epochs.count == 2 }
        }
        for node in others {
            let metrics = metrics(of: node, in: cluster)
            #expect(metrics.failovers.count == 1 && metrics.handOvers.count == 0)
            #expect((1...3_000_000).contains(metrics.failovers.sumMicroseconds))
        }
        #expect(sum(of: cluster) { $0.expulsions.value } == 1)
        cluster.run(1_000)
        #expect(others.allSatisfy { metrics(of: $0, in: cluster).nodes == [.live: 1] })
    }

    @Test(arguments: 1...5) func aHandOverIsNoFailover(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, members) = try cluster.assemble()
        cluster.pass(.drain, to: owner)
        cluster.wait(6_000) { cluster in members.allSatisfy { cluster.said(to: $0).epochs.count == 2 } }
        for node in cluster.nodes.indices {
            let metrics = metrics(of: node, in: cluster)
            #expect(metrics.failovers.count == 0 && metrics.handOvers.count == 1, "node \(node), owner \(owner)")
            #expect(metrics.ownershipsEnded[.handedOver] == (node == owner ? 1 : 0))
            #expect(metrics.ownershipsEnded[.lost] == 0)
        }
    }

    @Test func aGapThatIsRepairedIsCounted() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.fabric.faults.lostPercent = 50
        for id in 2...17 as ClosedRange<Int64> {
            cluster.step(id, from: members[owner], on: id - 2)
            cluster.run(100)
        }
        cluster.fabric.faults.lostPercent = 0
        cluster.wait(3_000) { $0.areTogether(members) }
        #expect(metrics(of: 1 - owner, in: cluster).gapsRepaired.value > 0)
        #expect(metrics(of: owner, in: cluster).gapsRepaired.value == 0)
    }

    @Test func aStalledDatabaseIsALag() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.stallDatabase(4_000)
        cluster.step(2, from: members[1 - owner])
        cluster.run(3_000)
        let stalled = metrics(of: owner, in: cluster)
        #expect(stalled.storeLagMilliseconds[.leases] ?? 0 > 2_000)
        #expect(stalled.leaseMilliseconds == 0 && stalled.rooms[.holding] == 1)
        #expect(metrics(of: 1 - owner, in: cluster).storeLagMilliseconds[.leases] ?? 0 > 2_000)
        cluster.run(4_000)
        let sound = metrics(of: owner, in: cluster)
        #expect(sound.storeLagMilliseconds.values.allSatisfy { $0 < 500 } && sound.rooms[.owner] == 1)
        #expect(sound.livesEnded["noRow"] == 0)
    }

    /// Without the database nobody takes the room.
    @Test func aRoomWithoutOwnerWaits() throws {
        var cluster = TestCluster(2)
        let (owner, _) = try cluster.assemble()
        cluster.stallDatabase(9_000)
        cluster.kill(owner)
        cluster.run(7_500)
        let metrics = metrics(of: 1 - owner, in: cluster)
        #expect(metrics.roomWaitMilliseconds > 5_000 && metrics.rooms[.searching] == 1)
        #expect(metrics.nodes == [.unheard: 1] && metrics.fabricLagMilliseconds > 5_000)
        #expect(cluster.nodes[1 - owner].core.status(at: cluster.now).nodes.last?.isLive == false)
        cluster.wait(6_000) { $0.owners() == [1 - owner] }
        cluster.run(500)
        #expect(self.metrics(of: 1 - owner, in: cluster).roomWaitMilliseconds == 0)
        #expect(self.metrics(of: 1 - owner, in: cluster).failovers.count == 1)
    }

    @Test func aFencedAppendIsCounted() throws {
        var cluster = TestCluster(2)
        let (owner, _) = try cluster.assemble()
        let epoch = try #require(cluster.nodes[owner].ownership(of: TestCluster.room))
        cluster.pass(.fenced(TestCluster.room, epoch: epoch), to: owner)
        let metrics = metrics(of: owner, in: cluster)
        #expect(metrics.fencedAppends.value == 1 && metrics.ownershipsEnded[.lost] == 1)
    }

    @Test func aDamagedRoomIsReported() throws {
        var cluster = TestCluster(1)
        cluster.journalDamage = "a bit is wrong"
        cluster.wait(5_000) { self.metrics(of: 0, in: $0).rooms[.damaged] == 1 }
        #expect(cluster.nodes[0].core.status(at: cluster.now).damaged == [TestCluster.room: "a bit is wrong"])
    }

    /// Counts outlive the lives of a node.
    @Test func droppedMessagesAreCounted() throws {
        var cluster = TestCluster(1)
        cluster.run(1_000)
        cluster.pass(.fabric(.received([1, 2, 3], on: .beat)), to: 0)
        #expect(metrics(of: 0, in: cluster).messagesDropped["malformed"] == 1)
        var output = ClusterOutput(cluster: Fixture.cluster, node: Fixture.node(1), codec: Fixture.codec) { _ in [] }
        _ = output.receive([1, 2, 3], on: .beat, at: Instant(milliseconds: 1))
        output.begin(Fixture.node(2))
        _ = output.receive([1, 2, 3], on: .beat, at: Instant(milliseconds: 2))
        #expect(output.metrics.messagesDropped["malformed"] == 1 && output.uncountedDrops[.malformed] == 1)
    }
}
