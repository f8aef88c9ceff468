import Foundation
import PagingEngine
import RoomStore
import Testing

@testable import riffle

/// The operators' token, the paths of their actions, and the list of revoked tokens.
@Suite struct AdminTokenTests {
    @Test(arguments: [
        ("Bearer abcdefghijklmnop", true), ("bearer abcdefghijklmnop", true), ("Bearer abcdefghijklmnoq", false),
        ("Bearer abcdefghijklmno", false), ("Bearer abcdefghijklmnopabcdefghijklmnop", false), ("Bearer ", false),
        ("Basic abcdefghijklmnop", false), ("abcdefghijklmnop", false), ("", false),
    ]) func onlyTheWholeTokenMatches(header: String, isGood: Bool) {
        #expect(AdminToken("abcdefghijklmnop").matches(header) == isGood)
        #expect(!AdminToken("abcdefghijklmnop").matches(nil))
    }

    @Test func anEmptySecretEqualsNothing() {
        #expect(Secret.equals("key".utf8, "key".utf8) && !Secret.equals("keykey".utf8, "key".utf8))
        #expect(!Secret.equals("".utf8, "".utf8) && !Secret.equals("".utf8, "key".utf8))
    }

    @Test(arguments: [
        ("/admin/drain", "", AdminAction.drain), ("/admin/cluster", "", AdminAction.cluster),
        ("/admin/rooms/talk/unlock", "", .operate(room: "talk", .unlock)),
        ("/admin/rooms/a.b_c-1/close", "", .operate(room: "a.b_c-1", .close)),
        ("/admin/rooms/talk/kick", "member=3", .operate(room: "talk", .kick(MemberID(3)))),
        ("/admin/rooms/talk/members", "", .members(room: "talk")), ("/admin/revoke", "jti=a=b&c", .revoke("a=b&c")),
    ]) func aPathIsAnAction(path: String, query: String, action: AdminAction) {
        #expect(AdminAction(path: path, query: query) == action)
    }

    @Test(arguments: [
        ("/admin", ""), ("/admin/", ""), ("/admin/drain/", ""), ("/admin/rooms//unlock", ""), ("/admin/rooms/talk", ""),
        ("/admin/rooms/t k/unlock", ""), ("/admin/rooms/talk/kick", ""), ("/admin/rooms/talk/kick", "member=-1"),
        ("/admin/rooms/talk/kick", "member=4294967296"), ("/admin/revoke", "jti="), ("/admin/revoke", "id=a"),
        ("/rooms/talk/unlock", ""), ("/admin/rooms/talk/unlock/", ""),
    ]) func otherPathsAreNone(path: String, query: String) {
        #expect(AdminAction(path: path, query: query) == nil)
    }

    @Test func revokedTokensAreThoseOfTheFileAndOfOperators() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tokens = RevokedTokens()
        #expect(throws: FileError.self) { try tokens.read(path) }
        try "# lost\n a \n\nb".write(toFile: path, atomically: true, encoding: .utf8)
        try tokens.read(path)
        #expect(["a", "b", "# lost", ""].map { tokens.contains(RevokedToken(id: $0)) } == [true, true, false, false])
        #expect(
            ["c", "", String(repeating: "x", count: 2_049)].map { tokens.add($0, milliseconds: 0) }
                == [.done, .invalid, .invalid])
        try "b".write(toFile: path, atomically: true, encoding: .utf8)
        try tokens.read(path)
        #expect(["a", "b", "c"].map { tokens.contains(RevokedToken(id: $0)) } == [false, true, true])
        #expect(tokens.count == 2)
    }

    /// PostgreSQL has no text with a NUL: the store would try to keep it for ever.
    @Test func aRevokedTokenWithANULIsInvalid() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tokens = RevokedTokens()
        #expect(tokens.add("a\0b", milliseconds: 0) == .invalid && tokens.count == 0)
        try "a\nb\0c\n".write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: FileError.self) { try tokens.read(path) }
        #expect(error?.description.contains("or a NUL") == true && tokens.count == 0)
    }

    @Test func aTokenThatNoStoreTakesIsUnsaved() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try RoomStore(path: folder.appendingPathComponent("rooms.store").path) { _ in }
        let tokens = RevokedTokens()
        try tokens.keep(in: store)
        try store.close()
        #expect(tokens.add("a", milliseconds: 0) == .unsaved && tokens.contains(RevokedToken(id: "a")))
    }

    /// The tokens that another node of the cluster has revoked.
    @Test func tokensAreLearned() {
        let tokens = RevokedTokens()
        #expect(tokens.learn([RevokedToken(id: "a"), RevokedToken(id: "b", expires: 9)]))
        #expect(!tokens.learn([RevokedToken(id: "a", expires: 7), RevokedToken(id: "b")]), "nothing new")
        #expect(tokens.learn([RevokedToken(id: "c")]) && tokens.count == 3)
        #expect(["a", "b", "c", "d"].map { tokens.contains(RevokedToken(id: $0)) } == [true, true, true, false])
    }

    /// Tokens that have expired leave their place to others.
    @Test func expiredTokensMakeRoomForLearnedOnes() {
        let tokens = RevokedTokens()
        tokens.learn((0..<10_000).map { RevokedToken(id: "\($0)", expires: $0 == 0 ? .max : 1) })
        #expect(tokens.count == 10_000)
        #expect(tokens.learn([RevokedToken(id: "new")]))
        #expect(tokens.contains(RevokedToken(id: "new")) && tokens.contains(RevokedToken(id: "0")))
        #expect(tokens.count == 2)
    }

    @Test func revokedTokensAreBounded() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tokens = RevokedTokens()
        for number in 0..<10_000 { #expect(tokens.add("\(number)", milliseconds: 0) == .done) }
        #expect(tokens.add("one more", milliseconds: 0) == .invalid && tokens.add("7", milliseconds: 0) == .done)
        let lines = (0...100_000).map(String.init).joined(separator: "\n")
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: FileError.self) { try tokens.read(path) }
        #expect(tokens.count == 10_000, "the old list stays")
        #expect(tokens.contains(RevokedToken(id: "8", expires: 1)), "it is seen, and known to have expired")
        #expect(tokens.add("one more", milliseconds: 0) == .done && !tokens.contains(RevokedToken(id: "8")))
    }
}
