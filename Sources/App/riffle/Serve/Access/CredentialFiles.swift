import ArgumentParser
import Tokens
import WebSocketLoop

/// The files with credentials, which can be read again while the server runs (SIGHUP).
struct CredentialFiles: Sendable {
    /// Path of `--secret-file`.
    var secrets: String?
    /// Claims that tokens must have.
    var rules = TokenRules()
    /// Path of `--revoked-file`.
    var revoked: String?
    /// Path of `--presenter-key-file`; nil where there are tokens, and without the option.
    var presenterKey: String?
    var certificate: CertificateFiles?

    var isEmpty: Bool { secrets == nil && revoked == nil && presenterKey == nil && certificate == nil }

    /// Reads the secrets; nil when rooms are open. Blocks: not for an event loop.
    func readKeys() throws -> TokenKeys? {
        try secrets.map { try TokenKeys(path: $0, rules: rules) }
    }

    /// Reads the identifiers of revoked tokens.
    func readRevoked(into tokens: RevokedTokens) throws(FileError) {
        if let revoked { try tokens.read(revoked) }
    }

    /// Reads the certificate; nil without TLS.
    func readIdentity() throws(TLSError) -> TLSIdentity? {
        try certificate.map { files throws(TLSError) in try files.identity() }
    }
}

/// The paths of `--tls-cert` and `--tls-key`.
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

    /// Reads both files. Blocks: not for an event loop.
    func identity() throws(TLSError) -> TLSIdentity {
        try TLSIdentity(certificateFile: certificate, keyFile: key)
    }
}

/// The certificate options, for commands other than `serve` that start a server.
struct CertificateOptions: ParsableArguments {
    @Option(help: OptionSpec.named("tls-cert")?.argumentHelp)
    var tlsCert: String?

    @Option(help: OptionSpec.named("tls-key")?.argumentHelp)
    var tlsKey: String?
}

extension TLSIdentity {
    private static let daySeconds: Int64 = 86_400

    /// A warning for a certificate that has expired or expires within a week.
    func warning(about path: String) -> String? {
        guard secondsLeft < 7 * Self.daySeconds else { return nil }
        guard secondsLeft > 0 else { return "\(path): the certificate has expired; clients will reject it" }
        return "\(path): the certificate expires in \(secondsLeft / 3_600) hours"
    }
}
