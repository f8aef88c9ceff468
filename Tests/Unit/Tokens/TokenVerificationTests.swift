import Foundation
import Testing

@testable import Tokens

/// Valid and invalid tokens.
@Suite struct TokenVerificationTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let grant = Grant(
        room: TokenSamples.pattern("talk"), role: .presenter, name: "Ann Öz", mayCreate: true,
        expires: UnixTime(seconds: now.seconds + 3_600), issued: now, id: "0123")

    @Test(arguments: TokenSecret.Algorithm.allCases)
    func issuedTokensAreVerified(algorithm: TokenSecret.Algorithm) throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: algorithm))
        let token = try keys.issue(Self.grant)
        #expect(keys.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        #expect(TokenKeys.read(token) == .success(Self.grant))
        let bare = Grant(room: TokenSamples.pattern("*"), role: .viewer, expires: Self.grant.expires)
        #expect(keys.verify(try keys.issue(bare), room: "any", now: Self.now) == .success(bare))
    }

    @Test func aTokenEndsAtItsExpiry() throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        let token = try keys.issue(Self.grant)
        let end = Self.grant.expires.seconds
        for (seconds, expected) in [(end - 1, nil), (end, TokenRefusal.expired), (end + 86_400, .expired)] {
            #expect(keys.verify(token, room: "talk", now: UnixTime(seconds: seconds)).refusal == expected)
        }
    }

    @Test func aTokenOfTheFutureWaits() throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        let late = UnixTime(seconds: Self.now.seconds + TokenKeys.leewaySeconds)
        var (issued, starting) = (Self.grant, Self.grant)
        issued.issued = late
        starting.notBefore = late
        for grant in [issued, starting] {
            let token = try keys.issue(grant)
            #expect(keys.verify(token, room: "talk", now: Self.now) == .success(grant))
            let before = UnixTime(seconds: Self.now.seconds - 1)
            #expect(keys.verify(token, room: "talk", now: before).refusal == .notYet)
        }
    }

    @Test(arguments: [
        ("talk", "talk", true), ("talk", "talk2", false), ("talk", "Talk", false), ("talk-*", "talk-1", true),
        ("talk-*", "talk-", true), ("talk-*", "talk", false), ("*", "anything", true), ("talk", "", false),
        ("caf\u{e9}", "cafe\u{301}", false),
    ])
    func aTokenIsForItsRooms(pattern: String, room: String, opens: Bool) throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        var grant = Self.grant
        grant.room = TokenSamples.pattern(pattern)
        let result = keys.verify(try keys.issue(grant), room: room, now: Self.now)
        #expect(result == (opens ? .success(grant) : .failure(.wrongRoom)))
    }

    @Test(arguments: ["", "ta*lk", "**", "*talk"])
    func patternsWithAStarElsewhereAreNone(text: String) {
        #expect(RoomPattern(text) == nil)
    }

    @Test(arguments: TokenSecret.Algorithm.allCases)
    func aChangedPartBreaksTheSignature(algorithm: TokenSecret.Algorithm) throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: algorithm))
        let parts = try keys.issue(Self.grant).split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let claims = try TokenSamples.decoded(parts[1]).replacing("\"talk\"", with: "\"*\"")
        let changed = [
            [parts[0], TokenSamples.encoded(claims), parts[2]].joined(separator: "."),
            [parts[0], parts[1], String(parts[2].reversed())].joined(separator: "."),
            [parts[0], parts[1], ""].joined(separator: "."),
            [parts[0], parts[1], String(parts[2].dropLast(8))].joined(separator: "."),
        ]
        #expect(claims.contains("\"*\""))
        for token in changed {
            #expect(keys.verify(token, room: "talk", now: Self.now).refusal == .badSignature)
        }
    }

    @Test(arguments: TokenSecret.Algorithm.allCases)
    func anotherServersTokenIsOfAnUnknownKey(algorithm: TokenSecret.Algorithm) throws {
        let theirs = try TokenSamples.keys(try TokenSecret(fresh: algorithm)).issue(Self.grant)
        let ours = try TokenSamples.keys(try TokenSecret(fresh: algorithm))
        #expect(ours.verify(theirs, room: "talk", now: Self.now).refusal == .unknownKey)
    }

    @Test func aTokenWithoutAKeyNameIsTriedWithEveryKey() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .eddsa), secret)
        for (signer, refusal) in [(secret, nil), (try TokenSecret(fresh: .hs256), TokenRefusal.badSignature)] {
            let claims = String(decoding: Claims.json(of: Self.grant, TokenRules()), as: UTF8.self)
            let token = try TokenSamples.signed(
                claims, header: #"{"alg":"HS256"}"#, by: TokenKey(secret: signer.bytes, id: .none))
            #expect(keys.verify(token, room: "talk", now: Self.now).refusal == refusal)
        }
    }
}
