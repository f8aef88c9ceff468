import ArgumentParser
import WebSocketLoop

/// Where a server's certificate and its key are: `--tls-cert` and `--tls-key`.
struct CertificateFiles: Hashable, Sendable {
    let certificate: String
    let key: String

    /// Nil without both; one alone is a usage error.
    init?(certificate: String?, key: String?) throws {
        switch (certificate, key) {
        case (let certificate?, let key?): (self.certificate, self.key) = (certificate, key)
        case (nil, nil): return nil
        case (_?, nil): throw ValidationError("--tls-cert needs --tls-key, the file with its private key")
        case (nil, _?): throw ValidationError("--tls-key needs --tls-cert, the file with the certificate")
        }
    }

    /// What is in them now. Blocks: not for an event loop.
    func identity() throws(TLSError) -> TLSIdentity {
        try TLSIdentity(certificateFile: certificate, keyFile: key)
    }
}
