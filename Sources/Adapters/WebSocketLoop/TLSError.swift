/// Why a certificate, its key or a file of authorities cannot be used. The text never holds anything of a key.
package enum TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, detail: String)
    case noCertificate(path: String)
    case noKey(path: String)
    /// The key wants a pass phrase, and a server has nobody to ask.
    case keyEncrypted(path: String)
    case mismatch(certificate: String, key: String)
    /// OpenSSL refuses it by the system's rules, for instance because its key is too short.
    case unfit(path: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let detail): "\(path): \(detail)"
        case .noCertificate(let path): "\(path): no certificate in PEM form is in it"
        case .noKey(let path): "\(path): no private key in PEM form is in it"
        case .keyEncrypted(let path): "\(path): the key wants a pass phrase; a server takes one without"
        case .mismatch(let certificate, let key): "\(key): not the key of the certificate in \(certificate)"
        case .unfit(let path): "\(path): the TLS library does not take this certificate; is its key too short?"
        }
    }
}
