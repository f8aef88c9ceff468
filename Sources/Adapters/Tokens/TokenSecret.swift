import Foundation
import JWTKit

/// One line of a secret file.
package struct TokenSecret: Sendable {
    package enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// One secret for those who issue and those who check.
        case hs256
        /// Ed25519: the private key issues, the public key can only check.
        case eddsa
    }

    enum Form: String, CaseIterable {
        case hs256
        case eddsaPrivate = "eddsa-private"
        case eddsaPublic = "eddsa-public"
    }

    let form: Form
    let bytes: [UInt8]

    /// Bytes of a key: all 32 for Ed25519 (RFC 8032), at least 32 for HS256 (RFC 7518 §3.2).
    static let keyBytes = 32

    init(_ form: Form, _ bytes: [UInt8]) {
        self.form = form
        self.bytes = bytes
    }

    /// A new secret from the system's generator.
    package init(fresh algorithm: Algorithm) throws(TokenKeyError) {
        switch algorithm {
        case .hs256:
            var generator = SystemRandomNumberGenerator()
            self.init(.hs256, (0..<Self.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        case .eddsa:
            do {
                self.init(.eddsaPrivate, [UInt8](try EdDSA.PrivateKey().rawRepresentation))
            } catch {
                throw .signing("no Ed25519 key could be made")
            }
        }
    }

    /// Reads `form:BASE64`; throws a sentence that does not repeat the line.
    init(line: String) throws(Unreadable) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let form = Form(rawValue: String(parts[0])) else {
            let forms = Form.allCases.map { "\($0.rawValue):BASE64" }.joined(separator: ", ")
            throw Unreadable(reason: "expected one of \(forms)")
        }
        guard let data = Data(base64Encoded: String(parts[1])) else {
            throw Unreadable(reason: "what stands behind \(form.rawValue): is not Base64")
        }
        let fits = form == .hs256 ? data.count >= Self.keyBytes : data.count == Self.keyBytes
        guard fits else {
            let bound = form == .hs256 ? "at least " : ""
            throw Unreadable(reason: "\(form.rawValue) takes \(bound)\(Self.keyBytes) bytes, not \(data.count)")
        }
        self.init(form, [UInt8](data))
    }

    struct Unreadable: Error {
        let reason: String
    }

    /// As a secret file has it.
    package var line: String { "\(form.rawValue):\(Data(bytes).base64EncodedString())" }

    /// The line for servers that only check, of an Ed25519 key; `nil` for HS256, which has no such part.
    package var publicLine: String? {
        switch form {
        case .hs256: nil
        case .eddsaPublic: line
        case .eddsaPrivate: privateKey.map { TokenSecret(.eddsaPublic, [UInt8]($0.publicKey.rawRepresentation)).line }
        }
    }

    var privateKey: EdDSA.PrivateKey? {
        form == .eddsaPrivate ? try? EdDSA.PrivateKey(d: Data(bytes).base64EncodedString(), curve: .ed25519) : nil
    }

    var publicKey: EdDSA.PublicKey? {
        form == .eddsaPublic ? try? EdDSA.PublicKey(x: Data(bytes).base64EncodedString(), curve: .ed25519) : nil
    }
}
