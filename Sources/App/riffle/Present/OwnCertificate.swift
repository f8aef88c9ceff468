import WebSocketLoop

/// The certificate of a presenter's own server, its names, and the presenter's trust in it.
struct OwnCertificate: Sendable {
    let files: CertificateFiles
    /// The names and addresses in the certificate.
    let hosts: [String]
    /// The presenter trusts exactly this certificate, regardless of its issuer.
    let authorities: TLSAuthorities
    /// A warning about its expiry.
    let warning: String?

    /// Reads the files; throws when the server could not use them.
    init(_ files: CertificateFiles) throws(TLSError) {
        self.files = files
        warning = try files.identity().warning(about: files.certificate)
        hosts = try CertificateNames(file: files.certificate).hosts
        authorities = try TLSAuthorities(file: files.certificate)
    }
}
