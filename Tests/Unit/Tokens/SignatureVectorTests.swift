import Foundation
import Testing

@testable import Tokens

/// The examples of RFC 7515 appendix A and RFC 8037 appendix A. ES512 and the JSON forms of a signature are not ours.
@Suite struct SignatureVectorTests {
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pC"
        + "gNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg6"
        + "65xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRW"
        + "yuXpoQ"

    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let key: String
        let signed: String
        let signature: String

        var testDescription: String { name }
    }

    private static let vectors = [
        Vector(
            name: "RFC 7515 A.1, HS256",
            key:
                #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#,
            signed: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(payload)",
            signature: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        Vector(
            name: "RFC 7515 A.2, RS256", key: #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#,
            signed: "eyJhbGciOiJSUzI1NiJ9.\(payload)",
            signature:
                "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
                + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
                + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
                + "cN_IoypGlUPQGe77Rw"),
        Vector(
            name: "RFC 7515 A.3, ES256",
            key: #"""
                {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                 "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}
                """#,
            signed: "eyJhbGciOiJFUzI1NiJ9.\(payload)",
            signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
        Vector(
            name: "RFC 8037 A.4, EdDSA",
            key: #"""
                {"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
                 "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
                """#,
            signed: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
            signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
    ]

    @Test(arguments: vectors) func theExampleIsVerifiedAndNoOther(vector: Vector) throws {
        let key = try #require(try JSONWebKey.keys(in: vector.key).keys.first)
        let (signed, signature) = (Array(vector.signed.utf8), try #require(TokenText.decoded(vector.signature.utf8)))
        #expect(key.verify(signature, signs: signed))
        #expect(!key.verify(signature, signs: signed + [0]))
        #expect(!key.verify(Array(signature.dropLast()), signs: signed))
        #expect(!key.verify(signature + [0], signs: signed))
        #expect(!key.verify([UInt8](repeating: 0, count: signature.count), signs: signed))
        #expect(!key.verify([], signs: signed))
        for index in [0, signature.count / 2, signature.count - 1] {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.verify(changed, signs: signed), "byte \(index)")
        }
    }

    /// HS256 and EdDSA have one signature of a text; a key signs what it verifies.
    @Test(arguments: vectors) func theExampleIsSigned(vector: Vector) throws {
        let key = try #require(try JSONWebKey.keys(in: vector.key).keys.first)
        let signature = key.sign(Array(vector.signed.utf8))
        guard key.canSign else {
            #expect(key.algorithm == .rs256 && signature == nil)
            return
        }
        #expect(key.verify(try #require(signature), signs: Array(vector.signed.utf8)))
        #expect(
            [.hs256, .eddsa].contains(key.algorithm)
                == (signature.map { TokenSamples.encoded(Data($0)) } == vector.signature))
    }

    /// RFC 7515 A.5: a token that nobody has signed.
    @Test func anUnsignedTokenIsOfAnUnknownKey() throws {
        let keys = try TokenSamples.keys(inFile: Self.vectors[0].key)
        let refusal = keys.verify("eyJhbGciOiJub25lIn0.\(Self.payload).", now: UnixTime(seconds: 0)).refusal
        #expect(refusal == .unknownKey)
    }
}
