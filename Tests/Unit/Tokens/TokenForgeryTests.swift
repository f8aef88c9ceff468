import Foundation
import Testing

@testable import Tokens

/// Forged tokens.
@Suite struct TokenForgeryTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let claims = #"{"room":"*","role":"presenter","exp":1900000000}"#

    private static func token(header: String, claims: String = claims, signature: String = "") -> String {
        [TokenSamples.encoded(header), TokenSamples.encoded(claims), signature].joined(separator: ".")
    }

    /// A correctly signed token.
    private static func signed(_ claims: String, by secret: TokenSecret, header: String) throws -> String {
        try TokenSamples.signed(claims, header: header, by: TokenKey(secret: secret.bytes, id: .none))
    }

    @Test(arguments: ["none", "None", "NONE", "", "HS384", "RS256"])
    func noOtherAlgorithmIsTaken(algorithm: String) throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256), try TokenSecret(fresh: .eddsa))
        let bare = Self.token(header: #"{"alg":"\#(algorithm)","typ":"JWT"}"#)
        #expect(keys.verify(bare, room: "talk", now: Self.now).refusal == .unknownKey)
        for id in keys.identifiers {
            let named = Self.token(header: #"{"alg":"\#(algorithm)","kid":"\#(id)"}"#)
            #expect(keys.verify(named, room: "talk", now: Self.now).refusal == .badSignature)
        }
    }

    /// A well-known attack: the public key is used as a shared secret.
    @Test func aPublicKeyIsNoSharedSecret() throws {
        let secret = try TokenSecret(fresh: .eddsa)
        let line = try #require(secret.publicLine)
        let checking = try TokenSecret(line: line)
        let keys = try TokenSamples.keys(checking)
        let id = try #require(keys.identifiers.first)
        for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"\#(id)"}"#] {
            for material in [checking.bytes, Array(line.utf8)] {
                let forged = try Self.signed(Self.claims, by: TokenSecret(.hs256, material), header: header)
                let refusal = keys.verify(forged, room: "talk", now: Self.now).refusal
                #expect(refusal == (header.contains("kid") ? .badSignature : .unknownKey))
            }
        }
    }

    /// A key inside the token is ignored.
    @Test func aKeyInsideTheTokenIsNotUsed() throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        let own = try TokenSecret(fresh: .hs256)
        let jwk = #"{"kty":"oct","k":"\#(TokenSamples.encoded(Data(own.bytes)))"}"#
        let forged = try Self.signed(Self.claims, by: own, header: #"{"alg":"HS256","jwk":\#(jwk)}"#)
        #expect(keys.verify(forged, room: "talk", now: Self.now).refusal == .badSignature)
    }

    @Test(arguments: [
        #"{"role":"viewer","exp":1900000000}"#, #"{"room":"a*b","role":"viewer","exp":1900000000}"#,
        #"{"room":"talk","exp":1900000000}"#, #"{"room":"talk","role":"owner","exp":1900000000}"#,
        #"{"room":"talk","role":"viewer"}"#, #"{"room":"talk","role":"viewer","exp":"tomorrow"}"#,
        #"{"room":"talk","role":"viewer","exp":1e300}"#, #"{"room":"talk","role":"viewer","exp":null}"#,
        #"{"room":["talk"],"role":"viewer","exp":1900000000}"#, #"[]"#, #"talk"#, #""#,
    ])
    func wellSignedNonsenseIsMalformed(claims: String) throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(secret)
        let token = try Self.signed(claims, by: secret, header: #"{"alg":"HS256"}"#)
        #expect(keys.verify(token, room: "talk", now: Self.now).isMalformed, "\(claims)")
        #expect(TokenKeys.read(token).isMalformed)
    }

    /// A name in a token follows the rule of names in joins.
    @Test(arguments: [
        (#"Bob\u202Ex"#, "turns the direction"), (#"Bob\u001b[2J"#, "a control character"),
        (#"a\nb"#, "a control character"),
        (#"a\u2028b"#, "a line break"), (#"a\uDB40\uDC41"#, "an invisible character"),
        (String(repeating: "é", count: 33), "expected at most 64 bytes, got 66"),
    ])
    func aNameThatNoMemberMayHaveIsMalformed(name: String, objection: String) throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(secret)
        func verify(_ name: String) throws -> TokenRefusal? {
            let claims = #"{"room":"*","role":"viewer","exp":1900000000,"name":"\#(name)"}"#
            let token = try Self.signed(claims, by: secret, header: #"{"alg":"HS256"}"#)
            return keys.verify(token, room: "talk", now: Self.now).refusal
        }
        #expect(try verify(String(repeating: "é", count: 32)) == nil)
        guard case .malformed(let reason) = try verify(name) else {
            Issue.record("\(name) is taken")
            return
        }
        #expect(reason.hasPrefix("claim `name`: ") && reason.contains(objection), "\(reason)")
        #expect("\(TokenRefusal.malformed(reason))".utf8.count <= 123, "it fits into a close frame")
    }

    @Test func extensionsThatMustBeUnderstoodAreNot() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let header = #"{"alg":"HS256","crit":["exp"]}"#
        let token = try Self.signed(Self.claims, by: secret, header: header)
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now).isMalformed)
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b", "a.b.c", "a.b.c.d", "🎈.🎈.🎈", "eyJhbGciOiJIUzI1NiJ9..", "\u{0}.\u{0}.\u{0}",
        String(repeating: "a", count: 100_000), String(repeating: "[", count: 600) + "..",
    ])
    func aTextThatIsNoTokenIsMalformed(text: String) throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        #expect(keys.verify(text, room: "talk", now: Self.now).isMalformed)
    }

    /// One token has one text: no padding, no standard Base64, no unused bits.
    @Test func onlyCanonicalBase64URLIsTaken() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(secret)
        var token = ""
        // Until its signature shows the difference between the two alphabets.
        for number in 0..<200
        where !token.split(separator: ".").suffix(1).joined().contains(where: { "-_".contains($0) }) {
            token = try Self.signed(
                #"{"room":"*","role":"viewer","exp":1900000000,"jti":"\#(number)"}"#, by: secret,
                header: #"{"alg":"HS256"}"#)
        }
        #expect(keys.verify(token, room: "talk", now: Self.now).refusal == nil)
        let signature = try #require(token.split(separator: ".").last)
        let standard = signature.replacing("-", with: "+").replacing("_", with: "/")
        let base = String(token.dropLast(signature.count))
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(signature.last.flatMap { letters.firstIndex(of: $0) })
        for other in [standard, signature + "=", signature.dropLast() + String(letters[last + 1])] {
            #expect(keys.verify(base + other, room: "talk", now: Self.now).refusal == .badSignature, "\(other)")
        }
    }

    @Test(arguments: [
        #"{"room":"*","role":"viewer","role":"presenter","exp":1900000000}"#,
        #"{"room":"*","role":"viewer","r\u006fle":"presenter","exp":1900000000}"#,
        #"{"room":"*","r\u006fle":"viewer","role":"presenter","exp":1900000000}"#,
        #"{"exp":1900000000,"room":"*","role":"viewer" , "exp" : 1900000001}"#,
        #"{"room":"*","role":"viewer","exp":1900000000,"x":1,"x":2}"#,
        #"{"room":"*","role":"viewer","exp":1900000000,"x":{"y":1,"y":2}}"#,
    ])
    func repeatedClaimsAreMalformed(claims: String) throws {
        let secret = try TokenSecret(fresh: .hs256)
        let token = try Self.signed(claims, by: secret, header: #"{"alg":"HS256"}"#)
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now).isMalformed)
    }

    /// JSON is UTF-8 (RFC 7519 §3). A reader that guesses encodings would see other names than the search for repeated ones.
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian])
    func textThatIsNotUTF8IsMalformed(encoding: String.Encoding) throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(secret)
        let key = try TokenKey(secret: secret.bytes, id: .none)
        for claims in [Self.claims, #"{"room":"*","role":"viewer","role":"presenter","exp":1900000000}"#] {
            let other = try #require(claims.data(using: encoding))
            let token = try TokenSamples.signed(other, header: Data(#"{"alg":"HS256"}"#.utf8), by: key)
            #expect(keys.verify(token, room: "talk", now: Self.now).isMalformed)
        }
        let header = try #require(#"{"alg":"HS256"}"#.data(using: encoding))
        let token = try TokenSamples.signed(Data(Self.claims.utf8), header: header, by: key)
        #expect(keys.verify(token, room: "talk", now: Self.now).isMalformed)
        let marked = Data([0xEF, 0xBB, 0xBF]) + Data(Self.claims.utf8)
        let withMark = try TokenSamples.signed(marked, header: Data(#"{"alg":"HS256"}"#.utf8), by: key)
        #expect(keys.verify(withMark, room: "talk", now: Self.now).isMalformed)
    }

    @Test func namesInsideOtherValuesMayRepeat() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let claims =
            #"{"room":"*","role":"viewer","exp":1900000000,"x":[{"role":1},{"role":"role"}],"y":"\",\"role\":"}"#
        let token = try Self.signed(claims, by: secret, header: #"{"alg":"HS256"}"#)
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now).refusal == nil)
    }

    @Test(arguments: ["1", "null", "[]", "true", #"{"a":"b"}"#])
    func aKeyIdentifierIsAText(value: String) throws {
        let secret = try TokenSecret(fresh: .hs256)
        let header = #"{"alg":"HS256","kid":\#(value)}"#
        let token = try Self.signed(Self.claims, by: secret, header: header)
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now).isMalformed)
    }

    @Test func aRepeatedHeaderFieldIsMalformed() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let token = try Self.signed(Self.claims, by: secret, header: #"{"alg":"none","alg":"HS256"}"#)
        #expect(try TokenSamples.keys(secret).verify(token, room: "talk", now: Self.now).isMalformed)
    }

    /// The text of a refusal contains no part of the token.
    @Test func noSentenceRepeatsTheToken() throws {
        let keys = try TokenSamples.keys(try TokenSecret(fresh: .hs256))
        let claims = #"{"room":"hidden-room","role":"hidden-role","exp":"hidden-exp"}"#
        let tokens = [
            Self.token(header: #"{"alg":"hidden-alg","kid":"hidden-kid"}"#, signature: "hidden"),
            Self.token(header: #"{"alg":"HS256"}"#, claims: claims, signature: "hidden"), "hidden.hidden.hidden",
        ]
        for token in tokens {
            let refusal = try #require(keys.verify(token, room: "talk", now: Self.now).refusal)
            #expect(!"\(refusal)".contains("hidden") && !"\(refusal)".contains(token.prefix(10)), "\(refusal)")
        }
    }
}
