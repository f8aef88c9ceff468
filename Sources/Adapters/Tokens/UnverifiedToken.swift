import Foundation
import JWTKit
import PagingRoom

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

/// The claims of a token as JSON has them; times are NumericDate, seconds that may have a fraction.
struct Claims: JWTPayload {
    var room: String?
    var role: String?
    var name: String?
    var create: Bool?
    var exp: Double?
    var iat: Double?
    var nbf: Double?
    var jti: String?

    init(_ grant: Grant) {
        room = grant.room.description
        role = grant.role.rawValue
        name = grant.name
        create = grant.mayCreate ? true : nil
        exp = Double(grant.expires.seconds)
        iat = grant.issued.map { Double($0.seconds) }
        nbf = grant.notBefore.map { Double($0.seconds) }
        jti = grant.id
    }

    /// Nothing: `TokenKeys` compares the times with a clock that is handed in.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    func grant() throws(TokenRefusal) -> Grant {
        guard let room, let pattern = RoomPattern(room) else { throw .malformed("it names no room") }
        guard let role, let role = Role(rawValue: role) else { throw .malformed("it names no role") }
        guard let exp else { throw .malformed("it has no expiry") }
        return Grant(
            room: pattern, role: role, name: name, mayCreate: create ?? false, expires: try Self.time(exp),
            issued: try Self.time(iat), notBefore: try Self.time(nbf), id: jti)
    }

    private static func time(_ value: Double?) throws(TokenRefusal) -> UnixTime? {
        guard let value else { return nil }
        return try time(value) as UnixTime
    }

    /// Years beyond the ten-thousandth are refused: they are mistakes, mostly milliseconds.
    private static func time(_ value: Double) throws(TokenRefusal) -> UnixTime {
        guard abs(value) < 253_402_300_800 else { throw .malformed("one of its times is out of range") }
        return UnixTime(seconds: Int64(value.rounded(.down)))
    }
}
