import JWTKit

/// The secrets of a server: checks tokens (JSON Web Tokens, RFC 7519, by HS256 or EdDSA) and issues them.
package struct TokenKeys: Sendable {
    /// Bytes of the longest token that is looked at.
    package static let mostTokenBytes = 2_048
    /// How far the issuer's clock may be ahead, in seconds. An expiry is not stretched.
    package static let leewaySeconds: Int64 = 60

    private let keys: [TokenKey]
    /// The `kid` of each key, in the order of the file.
    var identifiers: [String] { keys.map(\.id) }
    /// Sentences for the log, such as that others may read the secret file.
    package let warnings: [String]

    /// The keys of the secret file at `path` (its form: `SecretFile`).
    package init(path: String) async throws(TokenKeyError) {
        try await self.init(file: try SecretFile(path: path))
    }

    package init(file: SecretFile) async throws(TokenKeyError) {
        var keys: [TokenKey] = []
        for secret in file.secrets {
            guard let key = await TokenKey(secret) else {
                throw .unreadable(path: file.path, detail: "a secret that is no key")
            }
            guard !keys.contains(where: { $0.id == key.id && $0.canSign == key.canSign }) else {
                throw .twice(path: file.path)
            }
            keys.append(key)
        }
        self.keys = keys
        warnings = file.warnings
    }

    /// What `token` allows in `room` at the time `now`. Takes some hundred microseconds at most and may be called from
    /// any thread; comparing is the library's, in constant time.
    package func verify(_ token: String, room: String, now: UnixTime) -> Result<Grant, TokenRefusal> {
        verify(token, now: now).flatMap { $0.room.includes(room) ? .success($0) : .failure(.wrongRoom) }
    }

    /// What `token` allows at the time `now`, in whichever rooms it is for.
    package func verify(_ token: String, now: UnixTime) -> Result<Grant, TokenRefusal> {
        Result { () throws(TokenRefusal) in
            let unverified = try UnverifiedToken(token)
            try check(unverified)
            let grant = try unverified.claims.grant()
            guard now < grant.expires else { throw .expired }
            let latest = now.seconds + Self.leewaySeconds
            guard [grant.notBefore, grant.issued].allSatisfy({ ($0?.seconds ?? 0) <= latest }) else { throw .notYet }
            return grant
        }
    }

    /// What `token` claims. Nobody may act on it: it may be forged, or over.
    package static func read(_ token: String) -> Result<Grant, TokenRefusal> {
        Result { () throws(TokenRefusal) in try UnverifiedToken(token).claims.grant() }
    }

    /// A key has one algorithm; what the token's header says can only agree with it. That is what keeps `none` out,
    /// and a public key from being taken for a shared secret.
    private func check(_ token: UnverifiedToken) throws(TokenRefusal) {
        let named = keys.filter { token.keyID == nil || $0.id == token.keyID }
        guard !named.isEmpty else { throw .unknownKey }
        let candidates = named.filter { $0.algorithm.name == token.algorithm }
        guard !candidates.isEmpty else { throw token.keyID == nil ? .unknownKey : .badSignature }
        let isGood = candidates.contains { key in
            (try? key.algorithm.verify(token.signature, signs: token.signed)) == true
        }
        guard isGood else { throw .badSignature }
    }

    /// A token for `grant`, signed with the first secret that can.
    package func issue(_ grant: Grant) async throws(TokenKeyError) -> String {
        guard let key = keys.first(where: \.canSign) else { throw .cannotSign }
        do {
            return try await key.collection.sign(Claims(grant), kid: JWKIdentifier(string: key.id))
        } catch {
            throw .signing("the library refused")
        }
    }
}
