import Foundation
import Glibc

/// File with the secrets of a server, in one of three forms.
///
/// Text with one secret per line. Empty lines and lines that begin with `#` are skipped:
///
///     # the new one first: it signs
///     hs256:BASE64            a shared secret of 32 bytes or more
///     eddsa-private:BASE64    an Ed25519 private key, 32 bytes
///     eddsa-public:BASE64     its public key, for servers that only check
///
/// PEM with private and public keys: Ed25519 (EdDSA), EC on P-256 (ES256), RSA (RS256), RSA-PSS (PS256).
///
/// JSON with a JWK or a JWKS: the same, and `oct` (HS256). An RSA key may state `"alg":"PS256"`. Tokens of a key with a `kid`
/// name it; a key without one, and a key in PEM, is tried with every token of its algorithm.
///
/// The file has one or two secrets, a JWKS up to 16. The first that can sign is used for signing; all are used for checking.
/// To change a secret, insert the new one first, reload the server, and remove the old one after its last token has expired.
package struct SecretFile: Sendable {
    let keys: [TokenKey]
    /// Warnings for the log, such as a file that others may read.
    package let warnings: [String]

    /// Largest number of secrets in a file: the present one and the one before.
    private static let mostSecrets = 2
    /// Largest number of keys in a JWKS. A token that names none is tried with each.
    private static let mostKeysOfASet = 16
    private static let mostBytes = 64 << 10

    package init(path: String) throws(TokenKeyError) {
        let text = try Self.read(path)
        var (keys, warnings): ([TokenKey], [String])
        var most = Self.mostSecrets
        if text.first(where: { !$0.isWhitespace }) == "{" {
            most = Self.mostKeysOfASet
            do throws(UnreadableKey) {
                (keys, warnings) = try JSONWebKey.keys(in: text)
            } catch {
                throw .unreadable(path: path, detail: error.reason)
            }
        } else {
            keys = try Self.keys(inLinesOf: text, path)
            warnings = []
        }
        guard (1...most).contains(keys.count) else { throw .wrongCount(path: path, found: keys.count, most: most) }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: key.repeats) {
            throw .twice(path: path)
        }
        self.keys = keys
        self.warnings = warnings.map { "\(path): \($0)" } + [FileMode.warning(about: path)].compactMap(\.self)
    }

    /// Reads lines with a secret each, and blocks of PEM, which take several.
    private static func keys(inLinesOf text: String, _ path: String) throws(TokenKeyError) -> [TokenKey] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        var keys: [TokenKey] = []
        var index = 0
        while index < lines.count {
            let start = index
            index += 1
            guard !lines[start].isEmpty, !lines[start].hasPrefix("#") else { continue }
            do throws(UnreadableKey) {
                if let block = try PEMBlock(lines[start...]) {
                    index += block.lineCount - 1
                    if let key = try block.key() { keys.append(key) }
                } else {
                    keys.append(try TokenKey(try TokenSecret(line: lines[start])))
                }
            } catch {
                throw .badLine(path: path, line: start + 1, detail: error.reason)
            }
        }
        return keys
    }

    private static func read(_ path: String) throws(TokenKeyError) -> String {
        let bytes: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            bytes = try file.read(upToCount: mostBytes + 1) ?? Data()
        } catch CocoaError.fileReadNoSuchFile {
            throw .unreadable(path: path, detail: "there is no such file; make one with `riffle token new-secret`")
        } catch {
            throw .unreadable(path: path, detail: "cannot be read")
        }
        guard bytes.count <= mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, detail: "expected a secret file of at most \(mostBytes) bytes in UTF-8")
        }
        return text
    }

    /// Writes `secret` to a new file that only its owner may read.
    package static func create(path: String, secret: TokenSecret) throws(TokenKeyError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw .exists(path: path) }
            throw .unwritable(path: path, detail: String(cString: strerror(errno)))
        }
        let text = "# Keep this file secret: everyone who has it can make tokens.\n\(secret.line)\n"
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
        } catch {
            unlink(path)
            throw .unwritable(path: path, detail: "cannot be written")
        }
    }
}

/// One block of PEM (RFC 7468) in a secret file.
private struct PEMBlock {
    private let lines: ArraySlice<String>
    private let label: String

    var lineCount: Int { lines.count }

    /// Nil when the lines do not begin with a block.
    init?(_ lines: ArraySlice<String>) throws(UnreadableKey) {
        guard let first = lines.first, first.hasPrefix("-----BEGIN "), first.hasSuffix("-----") else { return nil }
        label = String(first.dropFirst("-----BEGIN ".count).dropLast("-----".count))
        guard let end = lines.firstIndex(of: "-----END \(label)-----") else {
            throw UnreadableKey("expected a line -----END after the key, got the end of the file")
        }
        self.lines = lines[...end]
    }

    /// Nil for a block that is no key and belongs to the next one.
    func key() throws(UnreadableKey) -> TokenKey? {
        let pem = Array((lines.joined(separator: "\n") + "\n").utf8)
        switch label {
        case "PUBLIC KEY": return try TokenKey(pem: pem, isPrivate: false)
        case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY": return try TokenKey(pem: pem, isPrivate: true)
        case "EC PARAMETERS": return nil
        case "ENCRYPTED PRIVATE KEY":
            throw UnreadableKey("expected a key without a pass phrase; `openssl pkey -in FILE` writes one")
        default: throw UnreadableKey("expected PUBLIC KEY or PRIVATE KEY in PEM, got another block")
        }
    }
}
