import PagingContent
import PagingRoom
import Testing

@testable import PagingServer

/// The files of a room's pages at its home.
@Suite struct RoomAssetsTests {
    static func name(_ number: Int) -> AssetName {
        let digits = String(number)
        guard let name = AssetName(String(repeating: "0", count: 64 - digits.count) + digits) else {
            preconditionFailure("expected digits")
        }
        return name
    }

    /// A file that takes `bytes` in a room.
    static func asset(_ number: Int, bytes: Int = 1_000, letter: Character = "A") -> Asset {
        let base64 = Array(String(repeating: letter, count: bytes - 512).utf8)
        guard let asset = Asset(name: name(number), kind: .png, base64: base64) else {
            preconditionFailure("expected Base64")
        }
        return asset
    }

    @Test func theLeastRecentlyUsedFileGoesFirst() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        for number in 1...3 { try assets.keep(Self.asset(number)) }
        #expect(assets.byteCount == 3_000)
        #expect(assets.take(Self.name(1)) == Self.asset(1))
        try assets.keep(Self.asset(4))
        #expect((1...4).filter { assets.take(Self.name($0)) != nil } == [1, 3, 4])
        try assets.keep(Self.asset(5, bytes: 2_000))
        #expect((1...5).filter { assets.take(Self.name($0)) != nil } == [4, 5])
        #expect(assets.byteCount == 3_000)
    }

    @Test func aFileThatComesAgainReplacesItself() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        try assets.keep(Self.asset(1))
        try assets.keep(Self.asset(1, bytes: 1_400, letter: "B"))
        #expect(assets.take(Self.name(1)) == Self.asset(1, bytes: 1_400, letter: "B"))
        #expect(assets.byteCount == 1_400 && assets.count == 1)
    }

    @Test func aFileLargerThanAllTogetherIsRefusedAndNothingGoes() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        try assets.keep(Self.asset(1, bytes: 3_000))
        let refusal = #expect(throws: Refusal.self) { try assets.keep(Self.asset(2, bytes: 3_004)) }
        #expect(refusal?.code == .tooLarge)
        #expect(refusal?.reason == "data: expected a file of at most 1866 bytes for this server, got 1869")
        #expect(assets.take(Self.name(1)) != nil && assets.byteCount == 3_000)
    }

    @Test func aRoomMayHaveNone() {
        var assets = RoomAssets(byteLimit: 0)
        #expect(throws: Refusal.self) { try assets.keep(Self.asset(1)) }
        assets.removeOldest()
        #expect(assets.byteCount == 0)
    }
}
