import CSignatures

/// Algorithms of signatures, by their names in the headers of tokens (RFC 7518 §3.1, RFC 8037 §3.1).
enum SignatureAlgorithm: String, Sendable {
    case hs256 = "HS256"
    case eddsa = "EdDSA"
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"

    fileprivate var code: riffle_signature {
        switch self {
        case .hs256: RIFFLE_SIGNATURE_HS256
        case .eddsa: RIFFLE_SIGNATURE_EDDSA
        case .rs256: RIFFLE_SIGNATURE_RS256
        case .ps256: RIFFLE_SIGNATURE_PS256
        case .es256: RIFFLE_SIGNATURE_ES256
        }
    }
}

/// One key of a server: verifies signatures of one algorithm, and signs unless it is a public key.
///
/// `@unchecked Sendable`: OpenSSL only reads a key once it is made.
final class TokenKey: @unchecked Sendable {
    /// Identifier (`kid`) of the key in its tokens; nil for a key whose file names none, which is tried with every token.
    let id: String?
    let algorithm: SignatureAlgorithm
    let canSign: Bool
    /// First bytes of the public key, or of a shared secret's signature of a constant text. Reveals nothing about a secret.
    let fingerprint: String
    private let key: OpaquePointer

    /// Sizes of RSA keys in bits: at least 2,048 (RFC 7518 §3.3), at most what is checked quickly.
    static let bitsOfRSA: ClosedRange<Int32> = 2_048...8_192
    private static let probe = Array("riffle key id".utf8)

    /// The key of one line of a secret file, whose tokens name it by its fingerprint.
    convenience init(_ secret: TokenSecret) throws(UnreadableKey) {
        switch secret.form {
        case .hs256: try self.init(secret: secret.bytes, id: .fingerprint)
        case .eddsaPrivate, .eddsaPublic:
            try self.init(ed25519: secret.bytes, isPrivate: secret.form == .eddsaPrivate, id: .fingerprint)
        }
    }

    /// The name of a key in tokens.
    enum Identifier {
        case none
        case fingerprint
        case named(String)
    }

    /// A shared secret of at least 32 bytes, for HS256.
    convenience init(secret: [UInt8], id: Identifier) throws(UnreadableKey) {
        guard secret.count >= TokenSecret.keyBytes else {
            throw UnreadableKey("expected at least \(TokenSecret.keyBytes) bytes, got \(secret.count)")
        }
        try self.init(riffle_key_hmac(secret, secret.count), .hs256, canSign: true, id: id)
    }

    /// A key of 32 bytes, for EdDSA with Ed25519.
    convenience init(ed25519 bytes: [UInt8], isPrivate: Bool, id: Identifier) throws(UnreadableKey) {
        guard bytes.count == TokenSecret.keyBytes else {
            throw UnreadableKey("expected \(TokenSecret.keyBytes) bytes, got \(bytes.count)")
        }
        try self.init(riffle_key_ed25519(bytes, bytes.count, isPrivate ? 1 : 0), .eddsa, canSign: isPrivate, id: id)
    }

    /// An RSA key of the numbers n, e, d, p, q, dp, dq, qi (RFC 7518 §6.3), of which a public key has the first two.
    convenience init(rsa numbers: [[UInt8]], _ algorithm: SignatureAlgorithm, id: Identifier) throws(UnreadableKey) {
        let key = riffle_key_rsa(numbers.flatMap(\.self), numbers.map(\.count), numbers.count)
        try self.init(key, algorithm, canSign: numbers.count > 2, id: id)
    }

    /// A key on P-256, for ES256: two coordinates, and the private number if there is one, of 32 bytes each.
    convenience init(x: [UInt8], y: [UInt8], d: [UInt8]?, id: Identifier) throws(UnreadableKey) {
        let numbers = [[4] + x + y] + (d.map { [$0] } ?? [])
        let key = riffle_key_p256(numbers.flatMap(\.self), numbers.map(\.count), numbers.count)
        try self.init(key, .es256, canSign: d != nil, id: id)
    }

    /// The key in one block of PEM; its type tells the algorithm: RS256 for RSA, PS256 for RSA-PSS.
    convenience init(pem: [UInt8], isPrivate: Bool) throws(UnreadableKey) {
        guard let key = riffle_key_from_pem(pem, Int32(pem.count), isPrivate ? 1 : 0) else {
            throw UnreadableKey("expected a key without a pass phrase, got none")
        }
        let algorithms: [(type: String, SignatureAlgorithm)] = [
            ("ED25519", .eddsa), ("EC", .es256), ("RSA-PSS", .ps256), ("RSA", .rs256),
        ]
        guard let algorithm = algorithms.first(where: { EVP_PKEY_is_a(key, $0.type) == 1 })?.1 else {
            EVP_PKEY_free(key)
            throw UnreadableKey("expected a key of type Ed25519, EC, RSA or RSA-PSS, got another type")
        }
        try self.init(key, algorithm, canSign: isPrivate, id: .none)
    }

    /// Owns `key`, and checks that it is one for `algorithm`.
    private init(
        _ key: OpaquePointer?, _ algorithm: SignatureAlgorithm, canSign: Bool, id: Identifier
    ) throws(UnreadableKey) {
        guard let key else {
            throw UnreadableKey("expected a key for \(algorithm.rawValue), got numbers that are none")
        }
        do {
            try Self.check(key, algorithm, canSign: canSign)
            fingerprint = try Self.fingerprint(of: key, algorithm)
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
        self.key = key
        self.algorithm = algorithm
        self.canSign = canSign
        switch id {
        case .none: self.id = nil
        case .fingerprint: self.id = fingerprint
        case .named(let name): self.id = name
        }
    }

    deinit { EVP_PKEY_free(key) }

    private static func check(
        _ key: OpaquePointer, _ algorithm: SignatureAlgorithm, canSign: Bool
    ) throws(UnreadableKey) {
        switch algorithm {
        case .hs256, .eddsa: break
        case .es256:
            guard riffle_key_is_p256(key) == 1 else {
                throw UnreadableKey("expected an EC key on P-256, got another curve")
            }
        case .rs256, .ps256:
            let bits = EVP_PKEY_get_bits(key)
            guard bitsOfRSA.contains(bits) else {
                let (least, most) = (bitsOfRSA.lowerBound, bitsOfRSA.upperBound)
                throw UnreadableKey("expected an RSA key of \(least) to \(most) bits, got \(bits)")
            }
        }
        guard algorithm == .hs256 || riffle_key_is_sound(key) == 1 else {
            throw UnreadableKey("expected a key for \(algorithm.rawValue), got numbers that are none")
        }
        guard canSign else { return }
        guard let signature = sign(probe, key, algorithm), verify(signature, signs: probe, key, algorithm) else {
            throw UnreadableKey("expected a private key and its public key, got two that do not belong together")
        }
    }

    private static func fingerprint(
        of key: OpaquePointer, _ algorithm: SignatureAlgorithm
    ) throws(UnreadableKey) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let isKnown =
            switch algorithm {
            case .hs256: sign(probe, key, algorithm).map { bytes = $0 } != nil
            case .eddsa: riffle_key_ed25519_public(key, &bytes) == 1
            case .rs256, .ps256, .es256: riffle_key_digest(key, &bytes) == 1
            }
        guard isKnown else {
            throw UnreadableKey("expected a key for \(algorithm.rawValue), got one that cannot be read")
        }
        return bytes.prefix(6).hexadecimal
    }

    /// Whether two keys of a file are the same, or have the same name, so that one of them is a mistake. The private and the
    /// public half of a key may both be there.
    func repeats(_ other: TokenKey) -> Bool {
        algorithm == other.algorithm && canSign == other.canSign
            && (fingerprint == other.fingerprint || id != nil && id == other.id)
    }

    /// The 32 bytes of an Ed25519 public key; nil for another algorithm.
    var ed25519Public: [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: TokenSecret.keyBytes)
        return algorithm == .eddsa && riffle_key_ed25519_public(key, &bytes) == 1 ? bytes : nil
    }

    /// The signature of `bytes` in the form of JWS; nil for a public key.
    func sign(_ bytes: [UInt8]) -> [UInt8]? {
        canSign ? Self.sign(bytes, key, algorithm) : nil
    }

    /// Whether `signature` signs `bytes`. Shared secrets are compared in constant time.
    func verify(_ signature: [UInt8], signs bytes: [UInt8]) -> Bool {
        Self.verify(signature, signs: bytes, key, algorithm)
    }

    private static func sign(_ bytes: [UInt8], _ key: OpaquePointer, _ algorithm: SignatureAlgorithm) -> [UInt8]? {
        let capacity = max(Int(EVP_PKEY_get_size(key)), Int(EVP_MAX_MD_SIZE))
        let signature = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = riffle_sign(key, algorithm.code, bytes, bytes.count, buffer.baseAddress, capacity)
        }
        return signature.isEmpty ? nil : signature
    }

    private static func verify(
        _ signature: [UInt8], signs bytes: [UInt8], _ key: OpaquePointer, _ algorithm: SignatureAlgorithm
    ) -> Bool {
        riffle_verify(key, algorithm.code, bytes, bytes.count, signature, signature.count) == 1
    }
}

/// Why a part of a secret file is no key. Never contains a part of the file.
struct UnreadableKey: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Sequence<UInt8> {
    /// Hexadecimal form: two lower-case digits for each byte.
    fileprivate var hexadecimal: String {
        reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
