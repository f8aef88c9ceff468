import CWebSockets

/// A server's certificate and its key, read from files and checked to belong together.
///
/// Every loop has its own copy. A change of the files has no effect until they are read again.
package struct TLSIdentity: Hashable, Sendable {
    /// PEM, the server's own certificate first, then those that lead to an authority.
    private let certificates: [UInt8]
    private let key: [UInt8]
    /// Seconds until the server's own certificate expires, counted when it was read; negative when it has.
    package let secondsLeft: Int64

    /// Reads both files (PEM; they may be the same file) and checks them.
    package init(certificateFile: String, keyFile: String) throws(TLSError) {
        let certificates = try PEMFile.read(certificateFile)
        let key = try PEMFile.read(keyFile)
        guard let context = riffle_tls_server_new() else {
            throw .unreadable(path: certificateFile, detail: "the TLS library cannot start")
        }
        defer { SSL_CTX_free(context) }
        var secondsLeft: Int64 = 0
        switch Self.use(certificates, key, in: context, &secondsLeft) {
        case RIFFLE_TLS_GOOD: break
        case RIFFLE_TLS_NO_CERTIFICATE: throw .noCertificate(path: certificateFile)
        case RIFFLE_TLS_NO_KEY: throw .noKey(path: keyFile)
        case RIFFLE_TLS_KEY_ENCRYPTED: throw .keyEncrypted(path: keyFile)
        case RIFFLE_TLS_MISMATCH: throw .mismatch(certificate: certificateFile, key: keyFile)
        default: throw .unfit(path: certificateFile)
        }
        self.certificates = certificates
        self.key = key
        self.secondsLeft = secondsLeft
    }

    /// Makes later connections of `context` show this certificate.
    func use(in context: OpaquePointer) {
        var secondsLeft: Int64 = 0
        let flaw = Self.use(certificates, key, in: context, &secondsLeft)
        precondition(flaw == RIFFLE_TLS_GOOD, "expected to use the identity again, got a flaw")
    }

    private static func use(
        _ certificates: [UInt8], _ key: [UInt8], in context: OpaquePointer, _ secondsLeft: inout Int64
    ) -> riffle_tls_flaw {
        riffle_tls_use_identity(
            context, certificates, Int32(certificates.count), key, Int32(key.count), &secondsLeft)
    }
}
