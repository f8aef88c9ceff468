import JWTKit

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
