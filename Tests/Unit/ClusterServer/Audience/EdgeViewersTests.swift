import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import TestSupport
import Testing

@testable import ClusterServer

/// Viewers whom edges admit.
@Suite struct EdgeViewersTests {
    @Test func theOwnerOnlyCountsThem() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(300, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        #expect(try cluster.membersOfOwner().count == TestCluster.listed)
        let welcomes = try viewers.map { try cluster.welcome(of: $0) }
        #expect(Set(welcomes.map(\.member)).count == 300)
        #expect(welcomes.allSatisfy { $0.member.number > UInt32(TestCluster.listed) && $0.role == .viewer })
        #expect(Set(welcomes.map(\.session)).count == 300)
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == 300 && $0.viewers(toldTo: viewers[7]) == 300 }
        #expect(try cluster.membersInStatus() == TestCluster.listed + 300)
        cluster.step(2, from: presenter)
        cluster.run(1_000)
        #expect(cluster.areTogether(viewers + [presenter]))
        for viewer in viewers[..<100] { cluster.close(viewer) }
        cluster.run(1_000)
        #expect(cluster.viewers(toldTo: presenter) == 300, "they may return")
        cluster.wait(12_000) { $0.viewers(toldTo: presenter) == 200 }
        #expect(try cluster.membersInStatus() == TestCluster.listed + 200)
        for viewer in viewers[100...] { cluster.close(viewer) }
        cluster.wait(15_000) { $0.viewers(toldTo: presenter) == 0 }
        cluster.wait(15_000) { $0.nodes[1 - owner].core.status(at: $0.now).followed.isEmpty }
    }

    /// A snapshot for each of them would cost the owner as much as a member does.
    @Test func aCrowdOfNewcomersCostsAFewSnapshots() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let first = cluster.joinViewers(1, at: 1 - owner)
        cluster.waitForWelcomes(first)
        let page = PageIndex(5)
        cluster.ask(2, .jump(page, animated: false), from: presenter)
        cluster.run(200)
        let viewers = cluster.joinViewers(500, at: 1 - owner, from: 2_000)
        cluster.waitForWelcomes(viewers)
        let snapshots = viewers.flatMap { cluster.said(to: $0).snapshots }
        #expect(snapshots.count == 500)
        #expect(Set(snapshots.map(\.now)).count <= 3, "they share what the edge has got")
        // A crowd hears of people with a delay.
        cluster.wait(3_000) { $0.areTogether(first + viewers + [presenter]) }
    }

    /// The owner lists the first of them; most of the others do not reach it.
    @Test func aCrowdComesToAnEmptyRoom() throws {
        var cluster = TestCluster(2)
        cluster.wait(5_000) { !$0.owners().isEmpty }
        let owner = try #require(cluster.owners().first)
        let crowd = Effort.rounds(700, of: 2_000)
        let viewers = cluster.joinViewers(crowd, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        #expect((TestCluster.listed...600).contains(try cluster.membersOfOwner().count))
        cluster.run(2_000)
        #expect(try cluster.membersInStatus() == crowd)
        #expect(cluster.viewers(toldTo: viewers[0]) == crowd - TestCluster.listed)
        #expect(cluster.areTogether(viewers))
    }

    @Test func membersAndListedViewersAreTheOwners() throws {
        var cluster = TestCluster(2)
        let (owner, _) = try cluster.fillOwner()
        let member = cluster.join(at: 1 - owner, 700, role: .member)
        cluster.waitForWelcomes([member])
        #expect(try cluster.membersOfOwner().count == TestCluster.listed + 1)
        var small = TestCluster(2)
        let (smallOwner, _) = try small.assemble()
        let viewer = small.join(at: 1 - smallOwner, 700, role: .viewer)
        small.waitForWelcomes([viewer])
        #expect(try small.membersOfOwner().count == 3, "it is listed")
    }

    @Test func aViewerReturnsByItsSession() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewer = cluster.joinViewers(2, at: 1 - owner)[0]
        cluster.waitForWelcomes([viewer])
        let welcome = try cluster.welcome(of: viewer)
        cluster.wait(3_000) { $0.viewers(toldTo: viewer) == 2 }
        let seen = cluster.said(to: viewer).sequence
        cluster.close(viewer)
        cluster.ask(2, .jump(PageIndex(4), animated: false), from: presenter)
        cluster.run(500)
        let back = cluster.rejoin(at: 1 - owner, 3_000, as: welcome, since: seen)
        cluster.waitForWelcomes([back])
        let again = try cluster.welcome(of: back)
        #expect(again.member == welcome.member && again.session == welcome.session && again.recovered)
        #expect(cluster.said(to: back).snapshots.isEmpty)
        // On a second connection it is the first that ends.
        let other = cluster.rejoin(at: 1 - owner, 3_001, as: welcome, since: nil)
        cluster.waitForWelcomes([other])
        #expect(cluster.ending(of: back) == .takenOver)
        #expect(try !cluster.welcome(of: other).recovered)
        cluster.run(1_500)
        #expect(cluster.viewers(toldTo: other) == 2)
        #expect(cluster.areTogether([presenter, other]))
    }

    @Test func whatAViewerMayNotDoIsRefusedThere() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewer = cluster.joinViewers(1, at: 1 - owner)[0]
        cluster.waitForWelcomes([viewer])
        cluster.ask(2, .step(.forward, from: PageIndex(0)), from: viewer)
        cluster.ask(3, .lock(true), from: viewer)
        cluster.ask(4, .resize(width: 80, height: 24), from: viewer)
        #expect(cluster.said(to: viewer).refusal(of: 2) == .forbidden)
        #expect(cluster.said(to: viewer).refusal(of: 3) == .forbidden)
        #expect(cluster.said(to: viewer).hasAccepted(4))
        // Pages come from the owner, as far as the leash reaches.
        cluster.send(.pages(RequestID(5), from: PageIndex(0), count: 2), from: viewer)
        cluster.wait(1_000) { cluster in
            cluster.said(to: viewer).contains { if case .pages(RequestID(5), _) = $0 { true } else { false } }
        }
        cluster.ask(2, .leash(.none), from: presenter)
        cluster.run(500)
        cluster.send(.pages(RequestID(6), from: PageIndex(40), count: 1), from: viewer)
        cluster.wait(1_000) { $0.said(to: viewer).refusal(of: 6) != nil }
        #expect(!cluster.said(to: viewer).contains { if case .notes = $0 { true } else { false } })
    }

    @Test func aLockedRoomAdmitsOnlyThoseWhoReturn() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewer = cluster.joinViewers(1, at: 1 - owner)[0]
        cluster.waitForWelcomes([viewer])
        let welcome = try cluster.welcome(of: viewer)
        cluster.ask(2, .lock(true), from: presenter)
        cluster.run(500)
        let late = cluster.joinViewers(1, at: 1 - owner, from: 2_000)[0]
        cluster.wait(1_000) { $0.ending(of: late) == .forbidden }
        let back = cluster.rejoin(at: 1 - owner, 2_001, as: welcome, since: nil)
        cluster.waitForWelcomes([back])
        cluster.ask(3, .lock(false), from: presenter)
        cluster.run(500)
        cluster.waitForWelcomes(cluster.joinViewers(1, at: 1 - owner, from: 2_002))
        #expect(try cluster.membersOfOwner().count == TestCluster.listed)
    }

    @Test func aRemovedViewerStaysOut() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(2, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        let welcome = try cluster.welcome(of: viewers[0])
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == 2 }
        #expect(cluster.operate(.kick(MemberID(4_000_000)), at: owner) == .noSuchMember)
        #expect(cluster.operate(.kick(welcome.member), at: owner) == .done)
        cluster.wait(1_000) { $0.ending(of: viewers[0]) == .removed }
        let atOnce = cluster.rejoin(at: 1 - owner, 2_999, as: welcome, since: nil)
        cluster.wait(1_000) { $0.ending(of: atOnce) == .removed }
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == 1 }
        let again = cluster.rejoin(at: 1 - owner, 3_000, as: welcome, since: nil)
        cluster.wait(1_000) { $0.ending(of: again) == .removed }
        let atOwner = cluster.rejoin(at: owner, 3_001, as: welcome, since: nil)
        cluster.wait(1_000) { $0.ending(of: atOwner) == .removed }
        #expect(cluster.ending(of: viewers[1]) == nil)
    }

    @Test func presentersHearHowManyAreInStep() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(10, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        cluster.ask(2, .jump(PageIndex(3), animated: false), from: presenter)
        cluster.run(1_000)
        let sequence = try #require(cluster.said(to: viewers[0]).sequence)
        let home = RoomSpec.home(of: TestCluster.room, loops: cluster.loops)
        let replica = cluster.nodes[owner].loops[home].snapshot(of: TestCluster.room, at: cluster.now)
        let digest = try #require(replica?.digest)
        for viewer in viewers[..<6] { cluster.send(.drawn(sequence, digest), from: viewer) }
        cluster.send(.drawn(sequence, digest, isCut: true), from: viewers[6])
        cluster.send(.drawn(sequence, Digest(value: 1)), from: viewers[7])
        cluster.wait(4_000) { cluster in
            let report = cluster.said(to: presenter).reports.last
            return report?.drawn == 7 && report?.diverged == 1 && report?.cut == 1
        }
        #expect(cluster.said(to: presenter).reports.last?.of == TestCluster.listed + 10)
    }

    /// The owner stays the same, and has only a new link.
    @Test func aNewLinkKeepsThem() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(20, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == 20 }
        let epoch = try cluster.welcome(of: viewers[0]).epoch
        cluster.fabric.cut(from: owner, to: 1 - owner)
        cluster.fabric.cut(from: 1 - owner, to: owner)
        cluster.wait(5_000) { $0.nodes[1 - owner].core.status(at: $0.now).followed.first?.owner == nil }
        cluster.fabric.mendCuts()
        cluster.wait(5_000) { $0.nodes[1 - owner].core.status(at: $0.now).followed.first?.owner != nil }
        cluster.run(5_000)
        #expect(cluster.viewers(toldTo: presenter) == 20)
        #expect(try cluster.membersInStatus() == TestCluster.listed + 20)
        let late = cluster.joinViewers(1, at: 1 - owner, from: 2_000)
        cluster.waitForWelcomes(late)
        #expect(try cluster.welcome(of: late[0]).epoch == epoch)
    }

    /// Events that are lost on the way are asked for; a viewer misses none.
    @Test(arguments: 1...3) func lostEventsAreRepaired(seed: UInt64) throws {
        var cluster = TestCluster(2, seed: seed)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(20, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        cluster.run(2_000)
        cluster.fabric.cut(from: owner, to: 1 - owner)
        for id in Int64(2)...4 { cluster.ask(id, .jump(PageIndex(id), animated: false), from: presenter) }
        cluster.run(300)
        cluster.fabric.mendCuts()
        cluster.run(3_000)
        #expect(cluster.areTogether(viewers + [presenter]))
        #expect(viewers.allSatisfy { cluster.ending(of: $0) == nil && cluster.said(to: $0).welcomes.count == 1 })
    }
}
