import ClusterMembership
import ClusterTraffic
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

    /// Nobody waits until something is told again.
    @Test func anEventReachesOtherNodesAtOnce() throws {
        var cluster = TestCluster(2)
        let (owner, members) = try cluster.assemble()
        cluster.step(2, from: members[owner])
        cluster.wait(2_000) { $0.said(to: members[owner]).hasAccepted(2) }
        let sequence = try #require(cluster.said(to: members[owner]).sequence)
        cluster.run(5)
        let other = try #require(cluster.said(to: members[1 - owner]).sequence)
        #expect(other >= sequence)
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

    /// The member's own question, to the other node, creates the room.
    @Test func aRefusalForAnotherNodeDoesNotCountHere() throws {
        var cluster = TestCluster(2, creation: .any)
        cluster.run(3_000)
        let ids = cluster.nodes.map { $0.core.status(at: cluster.now).node }
        let room = try #require((0..<50).map { "new-\($0)" }.first { Rendezvous.first(of: ids, for: $0) == ids[1] })
        let member = cluster.join(at: 0, room: room)
        var messenger = Messenger(cluster: Fixture.cluster, node: ids[1])
        let open = RoomMessage.open(room: room, known: 0, nonce: 7, mayCreate: false)
        for case .publish(let bytes, to: let subject) in messenger.send(open.bytes, to: .node(ids[0])) {
            cluster.pass(.fabric(.received(bytes, on: subject)), to: 0)
        }
        cluster.wait(5_000) { $0.said(to: member).sequence != nil }
        #expect(cluster.ending(of: member) == nil)
    }

    /// A process that stood still sends what it had decided before it learns that its life is over.
    @Test func aNodeWhoseLifeIsOverOpensNoRoom() throws {
        var cluster = TestCluster(2)
        let (owner, _) = try cluster.assemble()
        let ids = cluster.nodes.map { $0.core.status(at: cluster.now).node }
        cluster.kill(1 - owner)
        cluster.wait(5_000) { $0.nodes[owner].core.holdings.guests == 0 }
        cluster.run(3_000)
        var messenger = Messenger(cluster: Fixture.cluster, node: ids[1 - owner])
        let open = RoomMessage.open(room: TestCluster.room, known: 0, nonce: 7, mayCreate: false)
        for case .publish(let bytes, to: let subject) in messenger.send(open.bytes, to: .node(ids[owner])) {
            cluster.pass(.fabric(.received(bytes, on: subject)), to: owner)
        }
        let report = cluster.nodes[owner].core.report(at: cluster.now)
        #expect(report.metrics.links[.owner] == 0, "nobody would end the link")
    }

    @Test func roomsBeyondTheLimitAreNotCreated() throws {
        var cluster = TestCluster(2, creation: .any) { $0.roomLimit = 1 }
        cluster.run(3_000)
        let members = [cluster.join(at: 0, room: "new"), cluster.join(at: 1, room: "new")]
        cluster.wait(3_000) { cluster in members.allSatisfy { cluster.ending(of: $0) == .serverFull } }
    }
}
