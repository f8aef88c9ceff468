/// Reason why a certificate, its key or a file of authorities cannot be used. Its text contains nothing of a key.
package enum TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, detail: String)
    case noCertificate(path: String)
    case noKey(path: String)
    /// The key requires a pass phrase, and nobody can enter one at a server.
    case keyEncrypted(path: String)
    case mismatch(certificate: String, key: String)
    /// OpenSSL refuses it by the system's rules, for instance because its key is too short.
    case unfit(path: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let detail): "\(path): \(detail)"
        case .noCertificate(let path): "\(path): expected a certificate in PEM form, got none"
        case .noKey(let path): "\(path): expected a private key in PEM form, got none"
        case .keyEncrypted(let path): "\(path): expected a key without a pass phrase, got an encrypted one"
        case .mismatch(let certificate, let key): "\(key): expected the key of the certificate in \(certificate)"
        case .unfit(let path): "\(path): the TLS library rejects this certificate: is its key too short?"
        }
    }
}
