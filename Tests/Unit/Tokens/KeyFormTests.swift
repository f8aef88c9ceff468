import Foundation
import Testing

@testable import Tokens

/// Keys in PEM, as a JWK and as a JWKS.
@Suite struct KeyFormTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let grant = Grant(
        room: TokenSamples.pattern("talk"), role: .member, expires: UnixTime(seconds: now.seconds + 60))

    /// A pair whose private half signs by an algorithm and whose public half verifies.
    private static let pairs: [(algorithm: String, secret: String, known: String)] = [
        ("RS256", KeySamples.rsa, KeySamples.rsaPublic), ("PS256", KeySamples.pss, KeySamples.pssPublic),
        ("ES256", KeySamples.ec, KeySamples.ecPublic), ("EdDSA", KeySamples.ed25519, KeySamples.ed25519Public),
    ]
    private static let ed25519 = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
    private static let shared = #""kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0i""#

    @Test(arguments: pairs.indices) func aPairInPEMSignsAndVerifies(index: Int) throws {
        let pair = Self.pairs[index]
        let token = try TokenSamples.keys(inFile: pair.secret).issue(Self.grant)
        let header = try TokenSamples.decoded(String(token.prefix { $0 != "." }))
        #expect(header == #"{"alg":"\#(pair.algorithm)","typ":"JWT"}"#)
        let checking = try TokenSamples.keys(inFile: pair.known)
        #expect(checking.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        #expect(throws: TokenKeyError.cannotSign) { try checking.issue(Self.grant) }
        for other in Self.pairs.indices where other != index {
            let refusal = try TokenSamples.keys(inFile: Self.pairs[other].known)
                .verify(token, room: "talk", now: Self.now).refusal
            #expect(refusal == .unknownKey, "\(Self.pairs[other].algorithm)")
        }
    }

    /// Each key has one algorithm: no header makes it another's.
    @Test(arguments: pairs.indices) func noHeaderChangesTheAlgorithmOfAKey(index: Int) throws {
        let pair = Self.pairs[index]
        let keys = try TokenSamples.keys(inFile: pair.known)
        let key = try TokenKey(pem: Array((pair.secret + "\n").utf8), isPrivate: true)
        let claims = #"{"room":"*","role":"presenter","exp":1900000000}"#
        for algorithm in ["none", "HS256", "RS256", "PS256", "ES256", "EdDSA", "ES384", "RS512"] {
            let token = try TokenSamples.signed(claims, header: #"{"alg":"\#(algorithm)"}"#, by: key)
            let refusal = keys.verify(token, room: "talk", now: Self.now).refusal
            #expect(refusal == (algorithm == pair.algorithm ? nil : .unknownKey), "\(algorithm)")
        }
        // The public key as a shared secret, in each form in which somebody may have it.
        for material in [pair.known, pair.known + "\n", pair.known.replacing("\n", with: "\r\n")] {
            let shared = try TokenKey(secret: Array(material.utf8), id: .none)
            let forged = try TokenSamples.signed(claims, header: #"{"alg":"HS256"}"#, by: shared)
            #expect(keys.verify(forged, room: "talk", now: Self.now).refusal == .unknownKey)
        }
    }

    @Test func aFileMayHaveTwoBlocksAndLinesBesideThem() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let keys = try TokenSamples.keys(inFile: "# new\n\(KeySamples.ecWithParameters)\n\n# old\n\(secret.line)\n")
        let old = try TokenSamples.keys(secret).issue(Self.grant)
        for token in [try keys.issue(Self.grant), old] {
            #expect(keys.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        }
    }

    /// A key without a name is tried with every token; one with a name only with tokens that name it, or no key.
    @Test func aNameChoosesAmongTheKeysOfASet() throws {
        let named = #"{\#(Self.shared),"kid":"2026"}"#
        let token = try TokenSamples.keys(inFile: named).issue(Self.grant)
        let unnamed = try TokenSamples.keys(inFile: "{\(Self.shared)}").issue(Self.grant)
        #expect(try TokenSamples.decoded(String(token.prefix { $0 != "." })).contains(#""kid":"2026""#))
        let decoy = #"{"kty":"oct","k":"\#(TokenSamples.encoded(Data(repeating: 7, count: 32)))","kid":"2025"}"#
        for (set, verdicts) in [
            (#"{"keys":[\#(decoy),\#(named)]}"#, [TokenRefusal?.none, nil]),
            (#"{"keys":[{\#(Self.shared),"kid":"2027"}]}"#, [.unknownKey, nil]),
            (#"{"keys":[{\#(Self.shared)}]}"#, [nil, nil]), (#"{"keys":[\#(decoy)]}"#, [.unknownKey, .badSignature]),
            // The name of another key does not make its signature good.
            (#"{"keys":[{\#(Self.shared),"kid":"2027"},{\#(Self.ed25519),"kid":"2026"}]}"#, [.badSignature, nil]),
        ] {
            let keys = try TokenSamples.keys(inFile: set)
            for (token, refusal) in zip([token, unnamed], verdicts) {
                #expect(keys.verify(token, room: "talk", now: Self.now).refusal == refusal, "\(set)")
            }
        }
    }

    /// Sets of organisations have keys for other things.
    @Test func keysForSomethingElseAreLeftOutOfASetWithAWarning() throws {
        let set = #"""
            {"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","use":"enc"},{"kty":"EC","crv":"P-521","x":"AQAB","y":"AQAB"},
                     {"kty":"future"},{\#(Self.ed25519),"alg":"HS256"},{\#(Self.shared)}]}
            """#
        let keys = try TokenSamples.keys(inFile: set)
        #expect(
            keys.warnings.map { $0.split(separator: ": ").dropFirst().joined(separator: ": ") } == [
                "keys[0] is left out: use: expected sig, got another use", "keys[1] is left out: crv: expected P-256",
                "keys[2] is left out: kty: expected oct, OKP, EC or RSA",
                "keys[3] is left out: alg: expected EdDSA, got another algorithm",
            ])
        #expect(try keys.verify(keys.issue(Self.grant), room: "talk", now: Self.now) == .success(Self.grant))
    }

    @Test(arguments: [
        (KeySamples.encrypted, ":1: expected a key without a pass phrase; `openssl pkey"),
        (KeySamples.rsa1024Public, ":1: expected an RSA key of 2048 to 8192 bits, got 1024"),
        (KeySamples.p384Public, ":1: expected an EC key on P-256, got another curve"),
        (KeySamples.x25519Public, ":1: expected a key of type Ed25519, EC, RSA or RSA-PSS, got another type"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA", ":1: expected a line -----END after the key, got the end of the file"),
        ("\n-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", ":2: expected a key without a pass phrase"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", ":1: expected PUBLIC KEY or PRIVATE KEY"),
        (KeySamples.ecPublic + "\n" + KeySamples.ecPublic, ": expected two different secrets"),
        ("{", ": expected a JWK or a JWKS in JSON: byte 1"), ("{}", ": kty: expected oct, OKP, EC or RSA"),
        (#"{"kty":"oct","kty":"oct"}"#, ": expected a JWK or a JWKS in JSON: byte 13: this field occurs twice"),
        (#"{"kty":"oct","k":"c2hvcnQ"}"#, ": expected at least 32 bytes, got 5"),
        (#"{"kty":"oct","k":"+/+/"}"#, ": k: expected Base64URL without padding"),
        (#"{"kty":"OKP","crv":"X25519","x":"AAAA"}"#, ": crv: expected Ed25519"),
        (#"{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#, ": x: expected 32 bytes, got 3"),
        // A point beside the curve.
        (
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#,
            ": expected a key for ES256, got numbers that are none"
        ),
        // The private number of another key.
        (
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","d":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#,
            "got two that do not belong together"
        ),
        ("{\(ed25519),\"d\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\"}", "got two that do not belong together"),
        ("{\(ed25519),\"kid\":7}", ": kid: expected a string"),
        ("{\(ed25519),\"use\":\"enc\"}", ": use: expected sig, got another use"),
        (#"{"keys":7}"#, ": keys: expected a list"), (#"{"keys":[7]}"#, ": keys[0]: expected an object"),
        (#"{"keys":[]}"#, ": expected a secret, got none"),
        ("{\"keys\":[{\(ed25519),\"kid\":\"a\"},{\(ed25519),\"kid\":\"b\"}]}", ": expected two different secrets"),
    ])
    func whatIsNoKeyIsNamedAndNotRepeated(text: String, part: String) {
        let error = #expect(throws: TokenKeyError.self) { try TokenSamples.keys(inFile: text) }
        let sentence = error?.description ?? ""
        #expect(sentence.contains(part), "\(sentence)")
        #expect(!sentence.contains("c2hvcnQ") && !sentence.contains("f83OJ3D2"), "\(sentence)")
    }

    @Test func aSetHasAtMostSixteenKeys() throws {
        let keys = (0..<17).map { number in
            #"{"kty":"oct","k":"\#(TokenSamples.encoded(Data(repeating: UInt8(number), count: 32)))"}"#
        }
        #expect(throws: Never.self) {
            try TokenSamples.keys(inFile: "{\"keys\":[\(keys.dropLast().joined(separator: ","))]}")
        }
        let error = #expect(throws: TokenKeyError.self) {
            try TokenSamples.keys(inFile: "{\"keys\":[\(keys.joined(separator: ","))]}")
        }
        #expect(error?.description.hasSuffix("expected at most 16 keys, got 17") == true)
    }
}
