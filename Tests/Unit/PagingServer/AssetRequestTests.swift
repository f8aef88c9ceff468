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

    /// A page that names these files.
    private static func page(_ number: Int, _ assets: Int...) -> Page {
        var page = Page(id: PageID("\(number)"), title: "\(number)", body: "![a](a)", format: .markdown)
        page.pictures = assets.map {
            PagePicture(address: "\($0)", asset: RoomAssetsTests.name($0), width: 4, height: 3)
        }
        return page
    }

    private func give(_ asset: Int, _ id: Int64, _ loops: inout ServerFixture) -> [String] {
        answer(.asset(RequestID(id), RoomAssetsTests.asset(asset)), from: 1, &loops)
    }

    @Test func theFilesOfTheDeckStayAndThoseOfTheDeckOfBeforeGo() {
        var loops = ServerFixture(pages: [Self.page(1, 1), Self.page(2, 2, 3)]) { $0.assetBytes = 2_000 }
        loops.join(1, on: 1, role: .presenter)
        #expect(give(1, 5, &loops) == ["ack 5"])
        #expect(give(2, 6, &loops) == ["ack 6"])
        #expect(give(3, 7, &loops) == ["tooLarge 7"])
        #expect(answer(.getAsset(RequestID(8), RoomAssetsTests.name(1)), from: 1, &loops) == ["asset 8"])
        loops.ask(9, .content(revision: 0, [Self.page(2, 2, 3)], wrap: nil), from: 1, on: 1)
        loops.carry()
        #expect(give(3, 10, &loops) == ["ack 10"])
        #expect(answer(.getAsset(RequestID(11), RoomAssetsTests.name(1)), from: 1, &loops) == ["unknownAsset 11"])
        #expect(answer(.getAsset(RequestID(12), RoomAssetsTests.name(2)), from: 1, &loops) == ["asset 12"])
    }

    /// Two rooms on one of 64 loops, which may have 2,000 bytes of files together. The first one has two files of 1,000 bytes, and
    /// pages that name one of them.
    private func rooms(files: [Int] = [1, 2]) -> HostedRooms {
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        settings.assetBytes = 2_000
        settings.creation = .any
        #expect(settings.assetBytes(ofAllRoomsOnOneOf: 1) == 16_000)
        #expect(settings.assetBytes(ofAllRoomsOnOneOf: 64) == 2_000)
        var hosted = HostedRooms(settings, loops: 64)
        for name in ["a", "b"] {
            var spec = RoomSpec(
                name: name, supplier: .listed([Self.page(1, 1)]), configuration: Configuration(.threePage))
            spec.assets = name == "a" ? files.map { RoomAssetsTests.asset($0) } : []
            hosted.create(spec, epoch: Epoch("life"), at: Instant(milliseconds: 0))
        }
        return hosted
    }

    @Test(arguments: [(1_000, true), (1_004, false)])
    func theFilesOfAllRoomsHaveALimit(bytes: Int, isKept: Bool) {
        var hosted = rooms()
        keep(RoomAssetsTests.asset(1, bytes: bytes), &hosted)
        #expect(hosted["a"]?.assets.byteCount == 1_000, "what its pages name stays")
        #expect(hosted["b"]?.assets.byteCount == (isKept ? bytes : 0))
    }

    /// No page names the file of the first room.
    @Test func filesOfAnotherRoomStayWhereThereIsPlace() {
        var hosted = rooms(files: [2])
        keep(RoomAssetsTests.asset(1), &hosted)
        #expect(hosted["a"]?.assets.byteCount == 1_000 && hosted["b"]?.assets.byteCount == 1_000)
    }

    /// A presenter gives the second room a file.
    private func keep(_ asset: Asset, _ hosted: inout HostedRooms) {
        var output = LoopOutput(loop: 0, loops: 64, encode: { _ in [] })
        let join = JoinRequest(
            address: Address(loop: 0, peer: PeerID(1)), id: RequestID(1), join: Join(role: .presenter),
            secret: Session("s"), limit: .presenter, passesLock: false, mayCreate: false)
        hosted.join("b", join, at: Instant(milliseconds: 0), into: &output)
        hosted.answer(
            .keep(asset), of: MemberID(1), at: Address(loop: 0, peer: PeerID(1)), in: "b", RequestID(2), into: &output)
    }
}
