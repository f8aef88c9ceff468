import CSignatures
import FoundationEssentials

/// One line of a secret file.
package struct TokenSecret: Sendable {
    package enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// One shared secret for issuing and checking.
        case hs256
        /// Ed25519: the private key issues and checks, the public key only checks.
        case eddsa
    }

    enum Form: String, CaseIterable {
        case hs256
        case eddsaPrivate = "eddsa-private"
        case eddsaPublic = "eddsa-public"
    }

    let form: Form
    let bytes: [UInt8]

    /// Size of a key in bytes: exactly 32 for Ed25519 (RFC 8032), at least 32 for HS256 (RFC 7518 §3.2).
    static let keyBytes = 32

    init(_ form: Form, _ bytes: [UInt8]) {
        self.form = form
        self.bytes = bytes
    }

    /// Creates a new secret with the system's random generator.
    package init(fresh algorithm: Algorithm) throws(TokenKeyError) {
        switch algorithm {
        case .hs256:
            var generator = SystemRandomNumberGenerator()
            self.init(.hs256, (0..<Self.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        case .eddsa:
            var bytes = [UInt8](repeating: 0, count: Self.keyBytes)
            guard riffle_key_new_ed25519(&bytes) == 1 else { throw .signing("no Ed25519 key could be created") }
            self.init(.eddsaPrivate, bytes)
        }
    }

    /// Reads `form:BASE64`. The error does not repeat the line.
    init(line: String) throws(UnreadableKey) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let form = Form(rawValue: String(parts[0])) else {
            let forms = Form.allCases.map { "\($0.rawValue):BASE64" }.joined(separator: ", ")
            throw UnreadableKey("expected one of \(forms)")
        }
        guard let data = Data(base64Encoded: String(parts[1])) else {
            throw UnreadableKey("expected Base64 after \(form.rawValue):")
        }
        let fits = form == .hs256 ? data.count >= Self.keyBytes : data.count == Self.keyBytes
        guard fits else {
            let bound = form == .hs256 ? "at least " : ""
            throw UnreadableKey("\(form.rawValue): expected \(bound)\(Self.keyBytes) bytes, got \(data.count)")
        }
        self.init(form, [UInt8](data))
    }

    /// The secret as a line of a secret file.
    package var line: String { "\(form.rawValue):\(Data(bytes).base64EncodedString())" }

    /// Line with the public key, for servers that only check; nil for HS256, which has no public key.
    package var publicLine: String? {
        (try? TokenKey(self))?.ed25519Public.map { TokenSecret(.eddsaPublic, $0).line }
    }
}
