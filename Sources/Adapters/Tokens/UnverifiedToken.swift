import FoundationEssentials
import JWTKit
import PagingRoom

/// Parts of a token before its signature is checked.
struct UnverifiedToken {
    let algorithm: String
    let keyID: String?
    let claims: Claims
    let signature: Data
    /// Signed part: header and claims as received.
    let signed: [UInt8]

    init(_ token: String) throws(TokenRefusal) {
        let bytes = Array(token.utf8)
        guard bytes.count <= TokenKeys.mostTokenBytes else {
            throw .malformed("expected at most \(TokenKeys.mostTokenBytes) bytes, got \(bytes.count)")
        }
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        guard dots.count == 2 else { throw .malformed("expected three parts separated by dots, got \(dots.count + 1)") }
        // The library accepts padding, standard Base64 and repeated names.
        let ends = [0] + dots.map { $0 + 1 }
        let parts = zip(ends, dots + [bytes.count]).map { TokenText.decoded(bytes[$0..<$1]) }
        guard let head = parts[0], let body = parts[1] else {
            throw .malformed("expected Base64URL without padding")
        }
        for part in [head, body] {
            if let name = TokenText.repeatedName(in: part) { throw .malformed("expected \(name) once") }
        }
        let header: JWTHeader
        do {
            // The library's error would repeat parts of the token.
            (header, claims, signature) = try DefaultJWTParser().parse(bytes, as: Claims.self)
        } catch {
            throw .malformed("expected a header and claims in JSON")
        }
        guard let algorithm = header.alg else { throw .malformed("expected an algorithm in the header, got none") }
        // Critical extensions (RFC 7515 §4.1.11): none is supported.
        guard header.fields["crit"] == nil else { throw .malformed("expected no critical extension, got one") }
        guard header.fields["kid"] == nil || header.kid != nil else { throw .malformed("expected a text as `kid`") }
        guard parts[2] != nil else { throw .badSignature }
        self.algorithm = algorithm
        keyID = header.kid
        signed = Array(bytes[..<dots[1]])
    }
}

/// Claims of a token as in JSON. Times are NumericDate: seconds that may have a fraction.
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

    /// Does nothing: `TokenKeys` compares the times with the time of its caller.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    func grant() throws(TokenRefusal) -> Grant {
        guard let room, let pattern = RoomPattern(room) else {
            throw .malformed("expected a claim `room` with a name or pattern")
        }
        guard let role, let role = Role(rawValue: role) else {
            let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformed("expected a claim `role`, one of \(roles)")
        }
        if let name, let objection = TextRule.objection(toNewName: name) {
            throw .malformed("claim `name`: \(objection)")
        }
        guard let exp else { throw .malformed("expected a claim `exp`, got none") }
        return Grant(
            room: pattern, role: role, name: name, mayCreate: create ?? false, expires: try Self.time(exp),
            issued: try Self.time(iat), notBefore: try Self.time(nbf), id: jti)
    }

    private static func time(_ value: Double?) throws(TokenRefusal) -> UnixTime? {
        guard let value else { return nil }
        return try time(value) as UnixTime
    }

    /// Refuses years after 9999: such a time is a mistake, mostly milliseconds.
    private static func time(_ value: Double) throws(TokenRefusal) -> UnixTime {
        guard abs(value) < 253_402_300_800 else { throw .malformed("expected times up to the year 9999") }
        return UnixTime(seconds: Int64(value.rounded(.down)))
    }
}
