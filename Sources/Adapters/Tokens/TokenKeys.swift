import JWTKit

/// Keys of a server: verify and issue tokens (JSON Web Tokens, RFC 7519, by HS256 or EdDSA).
package struct TokenKeys: Sendable {
    /// Largest size of a token in bytes; longer ones are refused unread.
    package static let mostTokenBytes = 2_048
    /// Seconds by which the issuer's clock may be ahead. An expiry gets no leeway.
    package static let leewaySeconds: Int64 = 60

    private let keys: [TokenKey]
    /// Identifiers (`kid`) of the keys, in the order of the file.
    var identifiers: [String] { keys.map(\.id) }
    /// Warnings for the log, such as a secret file that others may read.
    package let warnings: [String]

    /// The keys of the secret file at `path` (its form: `SecretFile`).
    package init(path: String) async throws(TokenKeyError) {
        try await self.init(file: try SecretFile(path: path))
    }

    package init(file: SecretFile) async throws(TokenKeyError) {
        var keys: [TokenKey] = []
        for secret in file.secrets {
            guard let key = await TokenKey(secret) else {
                throw .unreadable(path: file.path, detail: "expected keys, got a secret that is no key")
            }
            guard !keys.contains(where: { $0.id == key.id && $0.canSign == key.canSign }) else {
                throw .twice(path: file.path)
            }
            keys.append(key)
        }
        self.keys = keys
        warnings = file.warnings
    }

    /// Verifies `token` for `room` at the time `now`. Takes at most a few hundred microseconds, and is safe on any
    /// thread. The library compares signatures in constant time.
    package func verify(_ token: String, room: String, now: UnixTime) -> Result<Grant, TokenRefusal> {
        verify(token, now: now).flatMap { $0.room.includes(room) ? .success($0) : .failure(.wrongRoom) }
    }

    /// Verifies `token` at the time `now`, for any room.
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

    /// Reads the claims of `token` without verifying it. The token may be forged or expired: use the result for display
    /// only.
    package static func read(_ token: String) -> Result<Grant, TokenRefusal> {
        Result { () throws(TokenRefusal) in try UnverifiedToken(token).claims.grant() }
    }

    /// Checks the signature. Each key has one algorithm, and the token's header must name the same. This refuses
    /// `none`, and a public key that is used as a shared secret.
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

    /// Issues a token for `grant`, signed with the first key that can sign.
    package func issue(_ grant: Grant) async throws(TokenKeyError) -> String {
        guard let key = keys.first(where: \.canSign) else { throw .cannotSign }
        do {
            return try await key.collection.sign(Claims(grant), kid: JWKIdentifier(string: key.id))
        } catch {
            throw .signing("the library reports an error")
        }
    }
}

/// Key of one secret: verifies signatures, and signs unless it is a public key.
struct TokenKey: Sendable {
    /// Identifier (`kid`) of the key in its tokens. Reveals nothing about the secret.
    let id: String
    let algorithm: any JWTAlgorithm
    /// The library's collection, with only this key; it signs.
    let collection: JWTKeyCollection
    let canSign: Bool

    init?(_ secret: TokenSecret) async {
        collection = JWTKeyCollection()
        switch secret.form {
        case .hs256: await collection.add(hmac: HMACKey(from: secret.bytes), digestAlgorithm: .sha256)
        case .eddsaPrivate:
            guard let key = secret.privateKey else { return nil }
            await collection.add(eddsa: key)
        case .eddsaPublic:
            guard let key = secret.publicKey else { return nil }
            await collection.add(eddsa: key)
        }
        guard let algorithm = try? await collection.getKey(), let id = Self.id(of: secret, algorithm) else {
            return nil
        }
        self.id = id
        self.algorithm = algorithm
        canSign = secret.form != .eddsaPublic
    }

    /// First bytes of a public key, or of a shared secret's signature of a constant text.
    private static func id(of secret: TokenSecret, _ algorithm: any JWTAlgorithm) -> String? {
        let bytes: [UInt8]? =
            switch secret.form {
            case .hs256: try? algorithm.sign(Array("riffle key id".utf8))
            case .eddsaPrivate: secret.privateKey.map { [UInt8]($0.publicKey.rawRepresentation) }
            case .eddsaPublic: secret.bytes
            }
        return bytes.map { $0.prefix(6).hexadecimal }
    }
}

extension Sequence<UInt8> {
    /// Hexadecimal form: two lower-case digits for each byte.
    var hexadecimal: String {
        reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
