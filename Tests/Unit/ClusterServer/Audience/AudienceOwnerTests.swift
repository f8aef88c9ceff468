import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Viewers of edges whose room gets another owner.
@Suite struct AudienceOwnerTests {
    private static let count = 30

    /// Three nodes: the owner, one with the members of a full list, and one with viewers.
    private func assemble(
        _ cluster: inout TestCluster
    ) throws -> (owner: Int, presenter: TestMember, viewers: [TestMember]) {
        cluster.wait(5_000) { !$0.owners().isEmpty }
        let owner = try #require(cluster.owners().first)
        let presenter = cluster.fillList(at: (owner + 1) % 3)
        let viewers = cluster.joinViewers(AudienceOwnerTests.count, at: (owner + 2) % 3)
        cluster.waitForWelcomes(viewers)
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == AudienceOwnerTests.count }
        return (owner, presenter, viewers)
    }

    /// Checks that each viewer counts once, has kept its connection, and hears of what happens.
    private func expectThatNothingIsLost(
        _ cluster: inout TestCluster, _ presenter: TestMember, _ viewers: [TestMember]
    ) throws {
        cluster.wait(6_000) { cluster in
            (viewers + [presenter]).allSatisfy { cluster.said(to: $0).epochs.count == 2 }
        }
        cluster.wait(5_000) { $0.viewers(toldTo: presenter) == viewers.count }
        cluster.run(12_000)
        #expect(cluster.viewers(toldTo: presenter) == viewers.count)
        #expect(try cluster.membersInStatus() == TestCluster.listed + viewers.count)
        cluster.step(9, from: presenter)
        cluster.wait(2_000) { $0.said(to: presenter).hasAccepted(9) }
        cluster.run(1_000)
        #expect(cluster.areTogether(viewers + [presenter]))
        for viewer in viewers {
            #expect(cluster.ending(of: viewer) == nil)
            #expect(cluster.said(to: viewer).welcomes.count == 1)
        }
        // Numbers that were given once are not given again.
        let newcomers = cluster.joinViewers(5, at: viewers[0].node, from: 5_000)
        cluster.waitForWelcomes(newcomers)
        let numbers = try (viewers + newcomers).map { try cluster.welcome(of: $0).member }
        #expect(Set(numbers).count == numbers.count)
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == viewers.count + 5 }
    }

    @Test(arguments: 1...6) func anotherOwnerIsToldTheirNumber(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, presenter, viewers) = try assemble(&cluster)
        cluster.kill(owner)
        try expectThatNothingIsLost(&cluster, presenter, viewers)
    }

    @Test(arguments: 1...6) func aHandOverKeepsThem(seed: UInt64) throws {
        var cluster = TestCluster(3, seed: seed)
        let (owner, presenter, viewers) = try assemble(&cluster)
        cluster.pass(.drain, to: owner)
        cluster.wait(6_000) { $0.nodes[owner].isDrained }
        try expectThatNothingIsLost(&cluster, presenter, viewers)
    }

    /// Their node becomes the owner: they are members then, with their sessions.
    @Test func theirNodeBecomesTheOwner() throws {
        var cluster = TestCluster(2)
        cluster.wait(5_000) { !$0.owners().isEmpty }
        let owner = try #require(cluster.owners().first)
        let edge = 1 - owner
        let presenter = cluster.fillList(at: edge)
        let viewers = cluster.joinViewers(AudienceOwnerTests.count, at: edge)
        cluster.waitForWelcomes(viewers)
        #expect(try cluster.membersOfOwner().count == TestCluster.listed)
        let welcome = try cluster.welcome(of: viewers[0])
        cluster.kill(owner)
        try expectThatNothingIsLost(&cluster, presenter, viewers)
        #expect(try cluster.membersOfOwner().count == TestCluster.listed + AudienceOwnerTests.count + 5)
        let back = cluster.rejoin(at: edge, 8_000, as: welcome, since: nil)
        cluster.waitForWelcomes([back])
        #expect(try cluster.welcome(of: back).member == welcome.member)
    }

    /// An edge dies: its viewers come to another one, from the event that they saw.
    @Test func anEdgeThatEndsIsNotCounted() throws {
        var cluster = TestCluster(3, seed: 1)
        let (owner, presenter, viewers) = try assemble(&cluster)
        let welcome = try cluster.welcome(of: viewers[0])
        let seen = cluster.said(to: viewers[0]).sequence
        cluster.kill(viewers[0].node)
        cluster.wait(10_000) { $0.viewers(toldTo: presenter) == 0 }
        let back = cluster.rejoin(at: presenter.node, 8_000, as: welcome, since: seen)
        cluster.waitForWelcomes([back])
        #expect(try cluster.welcome(of: back).recovered)
        cluster.wait(3_000) { $0.viewers(toldTo: presenter) == 1 }
        #expect(try cluster.membersOfOwner().count == TestCluster.listed)
        #expect(cluster.owners() == [owner])
    }
}
