import Metrics
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Requests for files of pages, and files from presenters.
@Suite struct AssetRequestTests {
    private static let asset = RoomAssetsTests.asset(1)

    /// Member 1, a presenter, and 2, a viewer, on another loop than the room.
    private func room(assets: [Asset] = [], _ change: (inout ServerSettings) -> Void = { _ in }) -> ServerFixture {
        var loops = ServerFixture(assets: assets, change)
        loops.join(1, on: 1, role: .presenter)
        loops.join(2, on: 1, role: .viewer)
        return loops
    }

    private func answer(_ message: ClientMessage, from peer: UInt64, _ loops: inout ServerFixture) -> [String] {
        loops.send(message, from: peer, on: 1)
        var said = loops.said(to: peer, on: 1).words
        loops.carry()
        said += loops.said(to: peer, on: 1).words
        return said
    }

    @Test func aPresentersFileIsForEverybody() throws {
        var loops = room()
        #expect(answer(.getAsset(RequestID(5), Self.asset.name), from: 2, &loops) == ["unknownAsset 5"])
        #expect(answer(.asset(RequestID(6), Self.asset), from: 1, &loops) == ["ack 6"])
        loops.send(.getAsset(RequestID(7), Self.asset.name), from: 2, on: 1)
        loops.carry()
        #expect(loops.sent.map(\.peers) == [[2]], "the asker alone")
        #expect(loops.said(to: 2, on: 1) == [.asset(RequestID(7), Self.asset)])
        let metrics = loops.cores[0].metrics(at: Instant(milliseconds: 0))
        #expect(metrics.assetBytes.value == 1_000)
        #expect(metrics.inputs[InputLabel(.getAsset, .unknownAsset)] == 1)
        #expect(metrics.inputs[InputLabel(.getAsset, .accepted)] == 1)
    }

    @Test(arguments: [Role.member, .viewer]) func nobodyElseGivesFiles(role: Role) {
        var loops = room()
        loops.join(3, on: 1, role: role)
        #expect(answer(.asset(RequestID(5), Self.asset), from: 3, &loops) == ["forbidden 5"])
        #expect(answer(.getAsset(RequestID(6), Self.asset.name), from: 3, &loops) == ["unknownAsset 6"])
    }

    @Test func filesOfAConfiguredRoomAreThereFromTheStart() {
        var loops = room(assets: [Self.asset])
        #expect(answer(.getAsset(RequestID(5), Self.asset.name), from: 2, &loops) == ["asset 5"])
    }

    @Test func aFileBeyondTheLimitIsRefused() {
        var loops = room { $0.assetBytes = 999 }
        #expect(answer(.asset(RequestID(5), Self.asset), from: 1, &loops) == ["tooLarge 5"])
        #expect(loops.endings.isEmpty)
    }

    @Test func fewRequestsForFilesAndPagesWaitForTheirAnswers() {
        var loops = room(assets: [Self.asset])
        let requests =
            [5, 6, 7].map { ClientMessage.getAsset(RequestID($0), Self.asset.name) }
            + [.pages(RequestID(8), from: PageIndex(0), count: 1), .getAsset(RequestID(9), Self.asset.name)]
        loops.handle(.received(PeerID(2), requests.map { .success($0) }), on: 1)
        #expect(loops.said(to: 2, on: 1).words == ["rate 9"])
        loops.carry()
        #expect(loops.said(to: 2, on: 1).words == ["asset 5", "asset 6", "asset 7", "pages 8"])
        #expect(answer(.getAsset(RequestID(10), Self.asset.name), from: 2, &loops) == ["asset 10"])
    }

    @Test func anEventComesBeforeTheFileThatWasAskedForLater() {
        var loops = ServerFixture(1, assets: [Self.asset]) { $0.isDurable = true }
        loops.join(1, on: 0, role: .presenter)
        loops.save()
        loops.send(.request(RequestID(5), .jump(PageIndex(1), animated: false)), from: 1, on: 0)
        loops.send(.getAsset(RequestID(6), Self.asset.name), from: 1, on: 0)
        #expect(!loops.said(to: 1, on: 0).words.contains("asset 6"), "it waits for the commit, as pages do")
        loops.save()
        #expect(loops.said(to: 1, on: 0).words.suffix(1) == ["asset 6"])
    }

    @Test func theFilesOfAllRoomsHaveALimit() {
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        settings.assetBytes = 1_000
        settings.creation = .any
        #expect(settings.assetBytes(ofAllRoomsOnOneOf: 1) == 8_000)
        #expect(settings.assetBytes(ofAllRoomsOnOneOf: 64) == 1_000)
        var output = LoopOutput(loop: 0, loops: 64, encode: { _ in [] })
        var hosted = HostedRooms(settings, loops: 64)
        for name in ["a", "b"] {
            var spec = RoomSpec(name: name, supplier: .numbers, configuration: Configuration(.threePage))
            spec.assets = name == "a" ? [RoomAssetsTests.asset(1, bytes: 900)] : []
            hosted.create(spec, epoch: Epoch("life"), at: Instant(milliseconds: 0))
        }
        let join = JoinRequest(
            address: Address(loop: 0, peer: PeerID(1)), id: RequestID(1), join: Join(role: .presenter),
            secret: Session("s"), limit: .presenter, passesLock: false, mayCreate: false)
        hosted.join("b", join, at: Instant(milliseconds: 0), into: &output)
        hosted.answer(
            .keep(RoomAssetsTests.asset(2, bytes: 600)), of: MemberID(1), at: Address(loop: 0, peer: PeerID(1)),
            in: "b",
            RequestID(2), into: &output)
        #expect(hosted["a"]?.assets.byteCount == 0, "the room with most gives way")
        #expect(hosted["b"]?.assets.byteCount == 600)
    }
}
