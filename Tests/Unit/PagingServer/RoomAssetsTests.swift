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

    private static func names(_ numbers: Int...) -> Set<AssetName> { Set(numbers.map(name)) }

    @Test func aFileThatNoPageNamesMakesPlaceTheLeastRecentlyUsedFirst() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        for number in 1...3 { try assets.keep(Self.asset(number), named: []) }
        #expect(assets.byteCount == 3_000)
        #expect(assets.take(Self.name(1)) == Self.asset(1))
        try assets.keep(Self.asset(4), named: [])
        #expect((1...4).filter { assets.take(Self.name($0)) != nil } == [1, 3, 4])
        try assets.keep(Self.asset(5, bytes: 2_000), named: [])
        #expect((1...5).filter { assets.take(Self.name($0)) != nil } == [4, 5])
        #expect(assets.byteCount == 3_000)
    }

    @Test func aFileThatAPageNamesStays() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        let named = Self.names(1, 2, 3, 4)
        for number in [1, 9, 2] { try assets.keep(Self.asset(number), named: named) }
        try assets.keep(Self.asset(3), named: named)
        #expect(assets.take(Self.name(9)) == nil, "the deck of before")
        let refusal = #expect(throws: Refusal.self) { try assets.keep(Self.asset(4), named: named) }
        #expect(refusal?.code == .tooLarge)
        #expect(
            refusal?.reason
                == "data: expected at most 3000 bytes of all files of the room (--max-asset-bytes), got 4000")
        #expect((1...4).filter { assets.take(Self.name($0)) != nil } == [1, 2, 3])
        #expect(assets.byteCount == 3_000)
    }

    @Test func aFileThatComesAgainReplacesItself() throws {
        var assets = RoomAssets(byteLimit: 2_000)
        try assets.keep(Self.asset(1), named: Self.names(1))
        try assets.keep(Self.asset(1, bytes: 1_400, letter: "B"), named: Self.names(1))
        #expect(assets.take(Self.name(1)) == Self.asset(1, bytes: 1_400, letter: "B"))
        #expect(assets.byteCount == 1_400 && assets.count == 1)
    }

    @Test func aFileLargerThanAllTogetherIsRefusedAndNothingGoes() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        try assets.keep(Self.asset(1, bytes: 3_000), named: [])
        let refusal = #expect(throws: Refusal.self) { try assets.keep(Self.asset(2, bytes: 3_004), named: []) }
        #expect(refusal?.code == .tooLarge)
        #expect(assets.take(Self.name(1)) != nil && assets.byteCount == 3_000)
    }

    @Test func aRefusalSaysThatOtherRoomsHaveTheRest() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        assets.byteLimit = 2_000
        let refusal = #expect(throws: Refusal.self) { try assets.keep(Self.asset(1, bytes: 2_004), named: []) }
        #expect(
            refusal?.reason
                == "data: expected at most 2000 bytes of all files of the room while other rooms have the rest "
                + "(--max-asset-bytes), got 2004")
    }

    @Test func onlyNamedFilesStayWhereOtherRoomsNeedPlace() throws {
        var assets = RoomAssets(byteLimit: 3_000)
        for number in 1...3 { try assets.keep(Self.asset(number), named: []) }
        #expect(assets.removeAll(but: Self.names(2)) == 2_000)
        #expect((1...3).filter { assets.take(Self.name($0)) != nil } == [2])
        #expect(assets.byteCount == 1_000)
    }

    @Test func aRoomMayHaveNone() {
        var assets = RoomAssets(byteLimit: 0)
        #expect(throws: Refusal.self) { try assets.keep(Self.asset(1), named: []) }
        #expect(assets.byteCount == 0)
    }
}
