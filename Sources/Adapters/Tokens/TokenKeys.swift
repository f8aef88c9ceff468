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

/// One secret, ready to check signatures, and to make them if it can.
struct TokenKey: Sendable {
    /// The `kid` of its tokens: tells keys apart and gives nothing away.
    let id: String
    let algorithm: any JWTAlgorithm
    /// The library's holder of this one key, which is what signs.
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

    /// The first bytes of a public key; of a shared secret, of its code for a text that is no token.
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
    /// Two lower-case digits for each byte.
    var hexadecimal: String {
        reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
