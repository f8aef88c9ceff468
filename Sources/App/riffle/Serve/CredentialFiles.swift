import Tokens
import WebSocketLoop

/// The files the door is made of, which can be read anew while the server runs (SIGHUP).
struct CredentialFiles: Sendable {
    /// Of `--secret-file`.
    var secrets: String?
    /// Of `--tls-cert` and `--tls-key`.
    var certificate: CertificateFiles?

    var isEmpty: Bool { secrets == nil && certificate == nil }

    /// The secrets as they are now; nil when rooms are open. Blocks: not for an event loop.
    func readKeys() throws -> TokenKeys? {
        try secrets.map { path in try Awaited.result { try await TokenKeys(path: path) } }
    }

    /// The certificate as it is now; nil without TLS.
    func readIdentity() throws(TLSError) -> TLSIdentity? {
        try certificate.map { files throws(TLSError) in try files.identity() }
    }
}
