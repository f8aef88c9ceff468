import JSONCodec

/// Keys of a server: verify and issue tokens (JSON Web Tokens, RFC 7519).
///
///     let keys = try TokenKeys(path: "secret")
///     let token = try keys.issue(Grant(room: pattern, role: .member, expires: tomorrow))
///     keys.verify(token, room: "talk", now: now)   // .success(grant)
package struct TokenKeys: Sendable {
    /// Largest size of a token in bytes; longer ones are refused unread.
    package static let mostTokenBytes = 2_048
    /// Seconds by which the issuer's clock may be ahead. An expiry gets no leeway.
    package static let leewaySeconds: Int64 = 60

    private let keys: [TokenKey]
    private let rules: TokenRules
    /// Identifiers (`kid`) of the keys, in the order of the file.
    var identifiers: [String] { keys.compactMap(\.id) }
    /// Warnings for the log, such as a secret file that others may read.
    package let warnings: [String]

    /// The keys of the secret file at `path` (its forms: `SecretFile`).
    package init(path: String, rules: TokenRules = TokenRules()) throws(TokenKeyError) {
        let file = try SecretFile(path: path)
        keys = file.keys
        warnings = file.warnings
        self.rules = rules
    }

    /// Verifies `token` for `room` at the time `now`. Takes at most a few hundred microseconds, and is safe on any
    /// thread.
    package func verify(_ token: String, room: String, now: UnixTime) -> Result<Grant, TokenRefusal> {
        verify(token, now: now).flatMap { $0.room.includes(room) ? .success($0) : .failure(.wrongRoom) }
    }

    /// Verifies `token` at the time `now`, for any room.
    package func verify(_ token: String, now: UnixTime) -> Result<Grant, TokenRefusal> {
        Result { () throws(TokenRefusal) in
            let unverified = try UnverifiedToken(token)
            try check(unverified)
            try rules.check(unverified)
            let grant = try unverified.claims.grant()
            guard now < grant.expires else { throw .expired }
            let latest = now.seconds + Self.leewaySeconds
            guard [grant.notBefore, grant.issued].allSatisfy({ ($0?.seconds ?? 0) <= latest }) else { throw .notYet }
            return grant
        }
    }

    /// Reads the claims of `token` without verifying it. The token may be forged or expired: use the result for display
    /// only.
    package static func read(_ token: String) -> Result<Grant, TokenRefusal> {
        Result { () throws(TokenRefusal) in try UnverifiedToken(token).claims.grant() }
    }

    /// Checks the signature. Each key has one algorithm, and the token's header must name the same. This refuses
    /// `none`, and a public key that is used as a shared secret.
    private func check(_ token: UnverifiedToken) throws(TokenRefusal) {
        let named = keys.filter { key in
            guard let wanted = token.keyID, let id = key.id else { return true }
            return id.utf8.elementsEqual(wanted.utf8)
        }
        guard !named.isEmpty else { throw .unknownKey }
        let candidates = named.filter { $0.algorithm.rawValue == token.algorithm }
        guard !candidates.isEmpty else { throw token.keyID == nil ? .unknownKey : .badSignature }
        guard candidates.contains(where: { $0.verify(token.signature, signs: token.signed) }) else {
            throw .badSignature
        }
    }

    /// Issues a token for `grant`, signed with the first key that can sign.
    package func issue(_ grant: Grant) throws(TokenKeyError) -> String {
        guard let key = keys.first(where: \.canSign) else { throw .cannotSign }
        var header = JSONWriter()
        header.object { header in
            header.field("alg", key.algorithm.rawValue)
            if let id = key.id { header.field("kid", id) }
            header.field("typ", rules.type ?? "JWT")
        }
        let signed =
            TokenText.encoded(header.bytes) + [UInt8(ascii: ".")]
            + TokenText.encoded(Claims.json(of: grant, rules))
        guard let signature = key.sign(signed) else { throw .signing("the library reports an error") }
        return String(decoding: signed + [UInt8(ascii: ".")] + TokenText.encoded(signature), as: UTF8.self)
    }
}
