import Foundation
import Glibc

/// File with the secrets of a server.
///
/// Text with one secret per line. Empty lines and lines that begin with `#` are skipped:
///
///     # the new one first: it signs
///     hs256:BASE64            a shared secret of 32 bytes or more
///     eddsa-private:BASE64    an Ed25519 private key, 32 bytes
///     eddsa-public:BASE64     its public key, for servers that only check
///
/// The file has one or two secrets. The first that can sign is used for signing; both are used for checking. To change
/// a secret, insert the new line first, reload the server, and remove the old line after its last token has expired.
package struct SecretFile: Sendable {
    package let path: String
    package let secrets: [TokenSecret]
    /// Warnings for the log, such as a file that others may read.
    package let warnings: [String]

    /// Largest number of secrets in a file: the present one and the one before.
    package static let mostSecrets = 2
    private static let mostBytes = 64 << 10

    package init(path: String) throws(TokenKeyError) {
        let text = try Self.read(path)
        var secrets: [TokenSecret] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do {
                secrets.append(try TokenSecret(line: line))
            } catch {
                throw .badLine(path: path, line: index + 1, detail: error.reason)
            }
        }
        guard (1...Self.mostSecrets).contains(secrets.count) else {
            throw .wrongCount(path: path, found: secrets.count)
        }
        self.path = path
        self.secrets = secrets
        warnings = [FileMode.warning(about: path)].compactMap(\.self)
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
