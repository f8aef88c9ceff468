import CWebSockets

/// Authorities whose server certificates a client accepts, instead of the system's authorities.
package struct TLSAuthorities: Hashable, Sendable {
    private let certificates: [UInt8]

    /// Reads a file of certificates (PEM): authorities, or the servers' own.
    package init(file: String) throws(TLSError) {
        try self.init(pem: PEMFile.read(file), path: file)
    }

    /// Takes the bytes of such a file; `path` is for errors.
    package init(pem: [UInt8], path: String) throws(TLSError) {
        certificates = pem
        guard let context = makeContext() else { throw .noCertificate(path: path) }
        SSL_CTX_free(context)
    }

    /// A client's context, for the caller to free; nil when memory is out.
    func makeContext() -> OpaquePointer? { riffle_tls_client_new(certificates, Int32(certificates.count)) }

    /// The same with the system's authorities. `SSL_CERT_FILE` and `SSL_CERT_DIR` name others.
    static func makeSystemContext() -> OpaquePointer? { riffle_tls_client_new(nil, 0) }
}
