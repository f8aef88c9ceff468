import PagingContent
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Files of pages that pass an edge.
@Suite struct EdgeFilesTests {
    @Test func filesOfPagesPassAnEdgeBothWays() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewer = cluster.joinViewers(1, at: 1 - owner)[0]
        cluster.waitForWelcomes([viewer])
        let asset = Fixture.asset
        cluster.send(.getAsset(RequestID(2), asset.name), from: viewer)
        cluster.wait(1_000) { $0.said(to: viewer).refusal(of: 2) == .unknownAsset }
        cluster.send(.asset(RequestID(3), asset), from: viewer)
        #expect(cluster.said(to: viewer).refusal(of: 3) == .forbidden, "refused at the edge")
        cluster.send(.asset(RequestID(2), asset), from: presenter)
        cluster.wait(1_000) { $0.said(to: presenter).hasAccepted(2) }
        cluster.send(.getAsset(RequestID(4), asset.name), from: viewer)
        cluster.wait(1_000) { $0.said(to: viewer).contains(.asset(RequestID(4), asset)) }
    }

    @Test func aCrowdAtAnEdgeGetsAFile() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(20, at: 1 - owner)
        cluster.waitForWelcomes(viewers)
        cluster.send(.asset(RequestID(2), Fixture.asset), from: presenter)
        cluster.wait(1_000) { $0.said(to: presenter).hasAccepted(2) }
        for viewer in viewers { cluster.send(.getAsset(RequestID(2), Fixture.asset.name), from: viewer) }
        cluster.wait(8_000) { cluster in
            viewers.allSatisfy { cluster.said(to: $0).contains(.asset(RequestID(2), Fixture.asset)) }
        }
    }

    /// Members and viewers ask for a file and leave at once: their answers make place for those who stay.
    @Test func whoLeavesHoldsUpNobody() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let viewers = cluster.joinViewers(10, at: 1 - owner)
        let members = (50..<60).map { cluster.join(at: 1 - owner, $0, role: .member) }
        cluster.waitForWelcomes(viewers + members)
        cluster.send(.asset(RequestID(2), Fixture.asset), from: presenter)
        cluster.wait(1_000) { $0.said(to: presenter).hasAccepted(2) }
        for member in members + viewers { cluster.send(.getAsset(RequestID(2), Fixture.asset.name), from: member) }
        for member in members.dropLast() + viewers.dropLast() { cluster.close(member) }
        cluster.wait(8_000) { cluster in
            [members[9], viewers[9]].allSatisfy { cluster.said(to: $0).contains(.asset(RequestID(2), Fixture.asset)) }
        }
        cluster.send(.getAsset(RequestID(3), Fixture.asset.name), from: members[9])
        cluster.wait(2_000) { $0.said(to: members[9]).contains(.asset(RequestID(3), Fixture.asset)) }
    }

    @Test func aPresenterAtAnEdgeGivesTheOwnerFiles() throws {
        var cluster = TestCluster(2)
        let (owner, presenter) = try cluster.fillOwner()
        let other = cluster.join(at: 1 - owner, 50)
        cluster.waitForWelcomes([other])
        let asset = Fixture.asset
        cluster.send(.asset(RequestID(2), asset), from: other)
        cluster.wait(1_000) { $0.said(to: other).hasAccepted(2) }
        cluster.send(.getAsset(RequestID(2), asset.name), from: presenter)
        cluster.wait(1_000) { $0.said(to: presenter).contains(.asset(RequestID(2), asset)) }
    }
}
