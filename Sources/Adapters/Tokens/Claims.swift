import JSONCodec
import PagingRoom

/// Claims of a token: the rights of its bearer, and who issued it for whom.
struct Claims {
    private let room: String?
    private let role: String?
    private let name: String?
    private let mayCreate: Bool
    private let expires: UnixTime?
    private let issued: UnixTime?
    private let notBefore: UnixTime?
    private let id: String?
    /// Claim `iss`.
    let issuer: String?
    /// Claim `aud`.
    let audience: [String]

    init(_ fields: TokenFields) throws(TokenRefusal) {
        room = try fields.text("room")
        role = try fields.text("role")
        name = try fields.text("name")
        mayCreate = try fields.boolean("create") ?? false
        expires = try fields.time("exp")
        issued = try fields.time("iat")
        notBefore = try fields.time("nbf")
        id = try fields.text("jti")
        issuer = try fields.text("iss")
        audience = try fields.texts("aud")
    }

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
        guard let expires else { throw .malformed("expected a claim `exp`, got none") }
        return Grant(
            room: pattern, role: role, name: name, mayCreate: mayCreate, expires: expires, issued: issued,
            notBefore: notBefore, id: id)
    }

    /// The claims of a new token in JSON.
    static func json(of grant: Grant, _ rules: TokenRules) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if let issuer = rules.issuer { writer.field("iss", issuer) }
            if let audience = rules.audience { writer.field("aud", audience) }
            writer.field("room", grant.room.description)
            writer.field("role", grant.role.rawValue)
            if let name = grant.name { writer.field("name", name) }
            if grant.mayCreate { writer.field("create", true) }
            writer.field("exp", grant.expires.seconds)
            if let issued = grant.issued { writer.field("iat", issued.seconds) }
            if let start = grant.notBefore { writer.field("nbf", start.seconds) }
            if let id = grant.id { writer.field("jti", id) }
        }
        return writer.bytes
    }
}

/// Requirements of a server for tokens beside a signature; nil requires nothing. New tokens state the same.
package struct TokenRules: Hashable, Sendable {
    /// Claim `iss`: who issued the token.
    package var issuer: String?
    /// Claim `aud`: one of those the token is for.
    package var audience: String?
    /// Header `typ`: the kind of token, with or without `application/`; letters of either case are equal (RFC 7515 §4.1.9).
    package var type: String?

    package init(issuer: String? = nil, audience: String? = nil, type: String? = nil) {
        self.issuer = issuer
        self.audience = audience
        self.type = type
    }

    /// Texts are compared byte by byte (RFC 7519 §2, *StringOrURI*).
    func check(_ token: UnverifiedToken) throws(TokenRefusal) {
        func equal(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
        if let issuer, token.claims.issuer.map({ equal($0, issuer) }) != true { throw .wrongClaim("iss") }
        if let audience, !token.claims.audience.contains(where: { equal($0, audience) }) { throw .wrongClaim("aud") }
        if let type, token.type.map({ equal(Self.mediaType($0), Self.mediaType(type)) }) != true {
            throw .wrongClaim("typ")
        }
    }

    private static func mediaType(_ text: String) -> String {
        let (text, prefix) = (text.lowercased(), "application/")
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}
