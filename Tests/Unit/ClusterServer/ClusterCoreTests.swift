import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Members of rooms whose owner is another node, or becomes one.
@Suite struct ClusterCoreTests {
    @Test func membersOfAllNodesSeeTheSameEvents() throws {
        var cluster = TestCluster(3)
        let (owner, members) = try cluster.assemble()
        cluster.step(2, from: members[owner])
        cluster.run(1_000)
        cluster.step(2, from: members[(owner + 1) % 3], on: 1)
        cluster.run(1_000)
        let all = members.map { cluster.said(to: $0).events }
        // The last member to join missed the joins before its own.
        let count = try #require(all.map(\.count).min())
        #expect(count > 6)
        #expect(Set(all.map { Array($0.suffix(count)) }).count == 1)
        for member in members { #expect(cluster.ending(of: member) == nil) }
        #expect(members.allSatisfy { cluster.said(to: $0).epochs.count == 1 })
    }

    @Test func aStepOnEachNodeMovesTheRoomForAll() throws {
        var cluster = TestCluster(2)
        let (_, members) = try cluster.assemble()
        for (page, member) in members.enumerated() {
            cluster.step(2, from: member, on: Int64(page))
            cluster.wait(2_000) { $0.said(to: member).hasAccepted(2) }
            cluster.run(1_000)
        }
        for member in members {
            let pages = cluster.said(to: member).events.compactMap { event -> PageIndex? in
                if case .selected(_, let new, _, _) = event.change { new } else { nil }
            }
            #expect(pages.suffix(2) == [PageIndex(1), PageIndex(2)])
        }
    }

    /// Answers go over the link, events on the fabric: one may overtake the other.
    @Test(arguments: 1...20) func anAnswerComesAfterItsEvent(seed: UInt64) throws {
        var cluster = TestCluster(2, seed: seed)
        let (owner, members) = try cluster.assemble()
        let guest = members[1 - owner]
        cluster.fabric.faults.delayMilliseconds = 1...40
        cluster.fabric.faults.isReordering = true
        let before = cluster.said(to: guest).count
        cluster.step(2, from: guest)
        cluster.wait(4_000) { $0.said(to: guest).hasAccepted(2) }
        let said = Array(cluster.said(to: guest).dropFirst(before))
        let answer = try #require(said.place(ofAnswerTo: 2))
        let target = said.firstIndex { message in
            if case .event(let event) = message, case .target = event.change { true } else { false }
        }
        #expect(try #require(target) < answer)
    }

    @Test func aLossIsRepaired() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.fabric.faults.lostPercent = 30
        for id in 2...9 as ClosedRange<Int64> {
            cluster.step(id, from: members[owner], on: id - 2)
            cluster.run(100)
        }
        cluster.fabric.faults.lostPercent = 0
        cluster.wait(3_000) { $0.areTogether(members) }
        let guest = cluster.said(to: members[1 - owner]).events
        #expect(guest == cluster.said(to: members[owner]).events.suffix(guest.count))
        #expect(members.allSatisfy { cluster.ending(of: $0) == nil })
    }

    // MARK: Another owner

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
        let epoch = try #require(cluster.nodes[owner].owned[TestCluster.room]?.epoch)
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

    /// A loop that has held its rooms for a moment speaks again, also where no other part has noticed the end of the lease.
    @Test func aLoopThatSawTheLeaseEndSpeaksAgain() throws {
        var cluster = TestCluster(1)
        let (_, members) = try cluster.assemble()
        for delay in stride(from: 600, through: 900, by: 20) as StrideThrough<Int64> {
            cluster.stallDatabase(delay)
            cluster.run(2_000)
        }
        cluster.step(2, from: members[0])
        cluster.wait(2_000) { $0.said(to: members[0]).hasAccepted(2) }
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

    // MARK: Members and rooms

    @Test func aMemberOfAnotherNodeLeaves() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.close(members[1 - owner])
        cluster.wait(2_000) { cluster in
            cluster.said(to: members[owner]).events.contains {
                if case .member(_, .away) = $0.change { true } else { false }
            }
        }
    }

    @Test func membersOfAKilledEdgeAreAway() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.kill(1 - owner)
        cluster.wait(8_000) { cluster in
            cluster.said(to: members[owner]).events.contains {
                if case .member(_, .away) = $0.change { true } else { false }
            }
        }
    }

    @Test func aRoomIsCreatedOnDemand() throws {
        var cluster = TestCluster(2, rooms: [], creation: .any)
        cluster.run(3_000)
        let members = [cluster.join(at: 0, room: "new"), cluster.join(at: 1, room: "new")]
        cluster.wait(5_000) { cluster in members.allSatisfy { cluster.said(to: $0).sequence != nil } }
        #expect(cluster.owners(of: "new").count == 1)
        cluster.run(1_000)
        #expect(cluster.areTogether(members))
    }

    @Test func anUnknownRoomIsRefused() throws {
        var cluster = TestCluster(2)
        cluster.run(3_000)
        let members = [cluster.join(at: 0, room: "nowhere"), cluster.join(at: 1, room: "nowhere")]
        cluster.wait(3_000) { cluster in members.allSatisfy { cluster.ending(of: $0) == .noSuchRoom } }
    }

    @Test func roomsBeyondTheLimitAreNotCreated() throws {
        var cluster = TestCluster(2, creation: .any) { $0.roomLimit = 1 }
        cluster.run(3_000)
        let members = [cluster.join(at: 0, room: "new"), cluster.join(at: 1, room: "new")]
        cluster.wait(3_000) { cluster in members.allSatisfy { cluster.ending(of: $0) == .serverFull } }
    }
}
