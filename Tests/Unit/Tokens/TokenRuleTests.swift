import Foundation
import Testing

@testable import Tokens

/// Claims and header fields that a server requires beside a signature.
@Suite struct TokenRuleTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let grant = Grant(
        room: TokenSamples.pattern("talk"), role: .member, expires: UnixTime(seconds: now.seconds + 60))
    private static let all = TokenRules(issuer: "https://login.example", audience: "riffle", type: "at+jwt")

    private static func refusal(
        _ claims: String, header: String = "", _ rules: TokenRules
    ) throws -> TokenRefusal? {
        let secret = try TokenSecret(fresh: .hs256)
        let claims = #"{"room":"*","role":"viewer","exp":1900000000\#(claims)}"#
        let token = try TokenSamples.signed(
            claims, header: #"{"alg":"HS256"\#(header)}"#, by: TokenKey(secret: secret.bytes, id: .none))
        return try TokenSamples.keys(inFile: secret.line, rules: rules).verify(token, now: now).refusal
    }

    @Test func newTokensStateWhatIsRequired() throws {
        let secret = try TokenSecret(fresh: .eddsa)
        let strict = try TokenSamples.keys(inFile: secret.line, rules: Self.all)
        let token = try strict.issue(Self.grant)
        #expect(strict.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        let bare = try TokenSamples.keys(secret).issue(Self.grant)
        #expect(strict.verify(bare, room: "talk", now: Self.now).refusal == .wrongClaim("iss"))
    }

    @Test(arguments: [
        (#","iss":"https://login.example""#, nil), (#","iss":"https://LOGIN.example""#, TokenRefusal.wrongClaim("iss")),
        (#","iss":"https://login.example/""#, .wrongClaim("iss")), ("", .wrongClaim("iss")),
        (#","iss":null"#, .wrongClaim("iss")), (#","iss":["https://login.example"]"#, malformed),
        // To Swift, the same text as with é in one scalar; to a server, another issuer.
        (#","iss":"https://login.e\u0301xample""#, .wrongClaim("iss")),
    ])
    func theIssuerIsCheckedWhereConfigured(claim: String, refusal: TokenRefusal?) throws {
        #expect(try Self.refusal(claim, TokenRules(issuer: "https://login.example")) == refusal)
    }

    @Test(arguments: [
        (#","aud":"riffle""#, nil), (#","aud":["other","riffle"]"#, nil), (#","aud":["other"]"#, wrongAudience),
        (#","aud":[]"#, wrongAudience), ("", wrongAudience), (#","aud":"Riffle""#, wrongAudience),
        (#","aud":{"riffle":1}"#, malformed), (#","aud":["riffle",1]"#, malformed),
    ])
    func theAudienceIsCheckedWhereConfigured(claim: String, refusal: TokenRefusal?) throws {
        #expect(try Self.refusal(claim, TokenRules(audience: "riffle")) == refusal)
    }

    @Test(arguments: [
        (#","typ":"at+jwt""#, nil), (#","typ":"application/AT+JWT""#, nil),
        (#","typ":"JWT""#, TokenRefusal.wrongClaim("typ")),
        ("", .wrongClaim("typ")), (#","typ":7"#, malformed),
    ])
    func theTypeIsCheckedWhereConfigured(field: String, refusal: TokenRefusal?) throws {
        #expect(try Self.refusal("", header: field, TokenRules(type: "at+jwt")) == refusal)
    }

    @Test func withoutRulesIssuerAudienceAndTypeMayBeAnything() throws {
        #expect(try Self.refusal(#","iss":"x","aud":["y"]"#, header: #","typ":"z""#, TokenRules()) == nil)
    }

    /// A signature is checked first, so that a refusal tells a forger nothing about the rules.
    @Test func theSignatureIsCheckedBeforeTheRules() throws {
        let strict = try TokenSamples.keys(inFile: TokenSecret(fresh: .hs256).line, rules: Self.all)
        let other = TokenKey.self
        let forged = try TokenSamples.signed(
            "{}", header: #"{"alg":"HS256"}"#, by: other.init(secret: [UInt8](repeating: 1, count: 32), id: .none))
        #expect(strict.verify(forged, now: Self.now).refusal == .badSignature)
    }

    private static let malformed = TokenRefusal.malformed("expected a header and claims in JSON")
    private static let wrongAudience = TokenRefusal.wrongClaim("aud")
}
