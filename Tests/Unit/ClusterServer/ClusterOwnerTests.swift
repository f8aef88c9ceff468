import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Rooms whose owner ends, hands them over, loses them, or may not speak.
@Suite struct ClusterOwnerTests {
    @Test(arguments: 1...5) func aKilledOwnerIsFollowedByAnother(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, members) = try cluster.assemble()
        let guests = members.filter { $0.node != owner }
        cluster.kill(owner)
        // A request that nobody answers is sent again to the next owner.
        cluster.step(2, from: guests[0])
        cluster.wait(6_000) { cluster in guests.allSatisfy { cluster.said(to: $0).epochs.count == 2 } }
        #expect(cluster.owners().count == 1)
        cluster.wait(3_000) { $0.said(to: guests[0]).hasAccepted(2) }
        cluster.step(2, from: guests[1], on: 1)
        cluster.wait(3_000) { $0.said(to: guests[1]).hasAccepted(2) }
        cluster.run(1_000)
        #expect(cluster.areTogether(guests))
        #expect(guests.allSatisfy { cluster.ending(of: $0) == nil })
    }

    @Test(arguments: 1...5) func aDrainHandsTheRoomOverAndClosesNothing(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, members) = try cluster.assemble()
        cluster.step(2, from: members[owner])
        cluster.pass(.drain, to: owner)
        cluster.step(2, from: members[(owner + 1) % 3], on: 1)
        cluster.wait(6_000) { $0.nodes[owner].isDrained && $0.owners().count == 1 }
        #expect(cluster.owners() != [owner])
        cluster.wait(3_000) { cluster in members.allSatisfy { cluster.said(to: $0).epochs.count == 2 } }
        for member in [members[owner], members[(owner + 1) % 3]] {
            cluster.wait(3_000) { $0.said(to: member).place(ofAnswerTo: 2) != nil }
        }
        // The old owner goes on as an edge, until its members leave.
        cluster.step(3, from: members[owner], on: 2)
        cluster.wait(3_000) { $0.said(to: members[owner]).hasAccepted(3) }
        cluster.run(1_000)
        #expect(cluster.areTogether(members))
        #expect(members.allSatisfy { cluster.ending(of: $0) == nil })
        cluster.pass(.leave, to: owner)
        cluster.wait(2_000) { $0.nodes[owner].hasLeft }
    }

    /// A movement is not cut off before it ends.
    @Test func aRoomIsHandedOverAtRest() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.step(2, from: members[owner])
        cluster.run(50)
        cluster.pass(.drain, to: owner)
        cluster.wait(6_000) { $0.nodes[owner].isDrained }
        let changes = cluster.said(to: members[owner]).events.map(\.change)
        #expect(changes.contains { if case .completed = $0 { true } else { false } })
    }

    @Test func aDamagedRoomDoesNotKeepANode() throws {
        var cluster = TestCluster(2)
        cluster.journalDamage = "a bit is wrong"
        let entry = { (node: TestNode) in
            node.logs.contains { if case .roomDamaged = $0 { true } else { false } }
        }
        cluster.wait(5_000) { $0.nodes.contains(where: entry) }
        let owner = try #require(cluster.nodes.firstIndex(where: entry))
        cluster.wait(5_000) { $0.nodes[owner].core.status(at: $0.now).owners.count == 2 }
        cluster.pass(.drain, to: owner)
        cluster.wait(1_000) { $0.nodes[owner].isDrained }
        cluster.pass(.leave, to: owner)
        cluster.wait(2_000) { $0.nodes[owner].hasLeft }
    }

    @Test func aNodeAloneHasNothingToHandOver() throws {
        var cluster = TestCluster(1)
        cluster.wait(5_000) { !$0.owners().isEmpty }
        cluster.pass(.drain, to: 0)
        cluster.wait(1_000) { $0.nodes[0].isDrained }
        cluster.pass(.leave, to: 0)
        cluster.wait(2_000) { $0.nodes[0].hasLeft && $0.owners().isEmpty }
    }

    /// The owner's own members come back; those of other nodes stay.
    @Test(arguments: 1...5) func aFencedRoomIsLost(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, members) = try cluster.assemble()
        let epoch = try #require(cluster.nodes[owner].core.status(at: cluster.now).rooms.first?.epoch.number)
        cluster.pass(.fenced(TestCluster.room, epoch: epoch - 1), to: owner)
        #expect(cluster.ending(of: members[owner]) == nil)
        cluster.pass(.fenced(TestCluster.room, epoch: epoch), to: owner)
        #expect(cluster.ending(of: members[owner]) == .moved)
        let guests = members.filter { $0.node != owner }
        cluster.wait(5_000) { cluster in guests.allSatisfy { cluster.said(to: $0).epochs.count == 2 } }
        #expect(guests.allSatisfy { cluster.ending(of: $0) == nil })
        #expect(cluster.nodes[owner].logs.contains(.roomLost(TestCluster.room)))
    }

    // MARK: Silence

    @Test func anOwnerWithoutALeaseSaysNothing() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.stallDatabase(3_000)
        cluster.run(1_000)
        #expect(cluster.owners().isEmpty)
        let before = members.map { cluster.said(to: $0).events.count }
        cluster.step(2, from: members[owner])
        cluster.step(2, from: members[1 - owner])
        cluster.run(1_500)
        #expect(members.map { cluster.said(to: $0).events.count } == before)
        #expect(members.allSatisfy { cluster.said(to: $0).place(ofAnswerTo: 2) == nil })
        cluster.wait(5_000) { cluster in
            members.allSatisfy { cluster.said(to: $0).place(ofAnswerTo: 2) != nil }
        }
        cluster.run(1_000)
        #expect(cluster.areTogether(members))
        #expect(members.allSatisfy { cluster.said(to: $0).epochs.count == 1 && cluster.ending(of: $0) == nil })
    }

    /// A loop looks at the lease by itself, and may have begun to hold its rooms just before a renewal.
    @Test func aLoopThatSawTheLeaseEndSpeaksAgain() throws {
        var cluster = TestCluster(1)
        let (_, members) = try cluster.assemble()
        var (count, id): (Int, Int64) = (0, 1)
        for delay in stride(from: 440, through: 720, by: 10) as StrideThrough<Int64> {
            cluster.stallDatabase(delay)
            cluster.run(delay + 100) { ($0.leaseMilliseconds(of: 0) ?? 0) <= 50 }
            if cluster.leaseMilliseconds(of: 0) != nil {
                cluster.endLease(at: 0)
                count += 1
            }
            cluster.run(2_000)
            id += 1
            cluster.ask(id, .jump(PageIndex(id), animated: false), from: members[0])
            cluster.wait(2_000) { [id] in $0.said(to: members[0]).hasAccepted(id) }
        }
        #expect(count > 1)
    }

    @Test func aPartitionIsMended() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        let guest = members[1 - owner]
        cluster.fabric.cut(from: owner, to: 1 - owner)
        cluster.fabric.cut(from: 1 - owner, to: owner)
        cluster.step(2, from: members[owner])
        cluster.step(2, from: guest, on: 1)
        cluster.run(1_900)
        #expect(cluster.said(to: members[owner]).hasAccepted(2))
        #expect(!cluster.said(to: guest).hasAccepted(2))
        cluster.fabric.mendCuts()
        cluster.wait(5_000) { $0.said(to: guest).place(ofAnswerTo: 2) != nil }
        cluster.run(1_000)
        #expect(cluster.areTogether(members))
        #expect(members.allSatisfy { cluster.ending(of: $0) == nil })
    }

    /// The owner has no other way to know: nothing was said on their link, which has not ended there.
    @Test func theEndOfAConnectionIsToldAfterALongCut() throws {
        var cluster = TestCluster(3)
        let (owner, members) = try cluster.assemble()
        let node = (owner + 1) % 3
        cluster.fabric.cut(from: owner, to: node)
        cluster.fabric.cut(from: node, to: owner)
        cluster.run(500)
        cluster.close(members[node])
        cluster.run(30_000)
        #expect(cluster.owners() == [owner])
        #expect(try cluster.membersInStatus() == 3)
        cluster.fabric.mendCuts()
        cluster.wait(5_000) { (try? $0.membersInStatus()) == 2 }
    }
}
