import PagingEngine
import PagingRoom
import PagingServer
import Testing

@testable import ClusterServer

/// The requests for files that an edge passes on.
@Suite struct EdgeFileRequestsTests {
    private func request(_ peer: UInt64, _ id: Int64 = 1) -> UpItem {
        .sideRequest(MemberID(1), Fixture.address(0, peer), RequestID(id), .asset(Fixture.asset.name))
    }

    /// Six connections ask; the first four requests are under way.
    private func asked() -> EdgeFileRequests {
        var files = EdgeFileRequests()
        for peer in 1...6 {
            let isAdded = files.add(request(UInt64(peer)))
            #expect(isAdded)
        }
        while files.next() != nil {}
        return files
    }

    private func peers(_ files: inout EdgeFileRequests) -> [UInt64] {
        var peers: [UInt64] = []
        while let item = files.next() { peers.append(item.address?.peer.number ?? 0) }
        return peers
    }

    @Test func fewGoToTheOwnerAtATime() {
        var files = asked()
        #expect(files.waitingCount == 2)
        files.answered(RequestID(2), of: Fixture.address(0, 1))
        #expect(peers(&files) == [], "another request")
        files.answered(RequestID(1), of: Fixture.address(0, 1))
        #expect(peers(&files) == [5])
        files.answered(RequestID(1), of: Fixture.address(0, 5))
        #expect(peers(&files) == [6])
    }

    /// The owner answers for connections that are gone, too: only then is there place on the link.
    @Test func aConnectionThatEndsMakesNoPlaceBeforeItsAnswer() {
        var files = asked()
        files.remove(Fixture.address(0, 5))
        files.remove(Fixture.address(0, 2))
        #expect(peers(&files) == [])
        #expect(files.waitingCount == 1)
        files.answered(RequestID(1), of: Fixture.address(0, 2))
        #expect(peers(&files) == [6])
    }

    @Test func aCrowdThatComesAndGoesLeavesNothing() {
        var files = asked()
        for peer in 10...2_000 {
            _ = files.add(request(UInt64(peer)))
            files.remove(Fixture.address(0, UInt64(peer)))
        }
        #expect(files.waitingCount == 2)
        #expect(peers(&files) == [])
        for peer in 1...2 { files.answered(RequestID(1), of: Fixture.address(0, UInt64(peer))) }
        #expect(peers(&files) == [5, 6])
    }

    @Test func aConnectionMayUseAnIDAgain() {
        var files = EdgeFileRequests()
        for _ in 0..<5 { _ = files.add(request(1)) }
        #expect(peers(&files) == [1, 1, 1, 1])
        files.answered(RequestID(1), of: Fixture.address(0, 1))
        #expect(peers(&files) == [1])
        #expect(files.waitingCount == 0)
    }

    @Test func aNewLinkHasOnlyWhatIsSentAgain() {
        var files = asked()
        files.restart(with: [
            request(1), .audienceRequest(Fixture.address(0, 2), RequestID(1), .asset(Fixture.asset.name)),
        ])
        #expect(peers(&files) == [5, 6])
    }

    @Test func anotherEpochOrTheOwnHomeTakesWhatWaits() {
        var (files, other) = (asked(), asked())
        #expect(files.takeWaiting().compactMap { $0.address?.peer.number } == [5, 6])
        other.removeWaiting()
        #expect(files.waitingCount == 0 && other.waitingCount == 0)
    }

    @Test func otherRequestsDoNotWaitHere() {
        var files = EdgeFileRequests()
        let pages = UpItem.sideRequest(
            MemberID(1), Fixture.address(0, 1), RequestID(1), .pages(from: PageIndex(0), count: 1))
        for item in [pages, .resync(Fixture.address(0, 1))] {
            let isAdded = files.add(item)
            #expect(!isAdded)
        }
    }
}
