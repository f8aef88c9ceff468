import Foundation
import JWTKit

/// The parts of a token nobody has checked yet.
struct UnverifiedToken {
    let algorithm: String
    let keyID: String?
    let claims: Claims
    let signature: Data
    /// What the signature is over: header and claims as they came.
    let signed: [UInt8]

    init(_ token: String) throws(TokenRefusal) {
        let bytes = Array(token.utf8)
        guard bytes.count <= TokenKeys.mostTokenBytes else { throw .malformed("it is too long") }
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        guard dots.count == 2 else { throw .malformed("it has not three parts") }
        let header: JWTHeader
        do {
            // The library's error would repeat parts of the token.
            (header, claims, signature) = try DefaultJWTParser().parse(bytes, as: Claims.self)
        } catch {
            throw .malformed("its header or its claims cannot be read")
        }
        guard let algorithm = header.alg else { throw .malformed("it names no algorithm") }
        // Extensions that must be understood (RFC 7515 §4.1.11): there are none here.
        guard header.fields["crit"] == nil else { throw .malformed("it asks for an extension") }
        self.algorithm = algorithm
        keyID = header.kid
        signed = Array(bytes[..<dots[1]])
    }
}
