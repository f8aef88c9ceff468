import WebSocketLoop

/// The certificate of one's own server: what others call the server by, and how its presenter knows it.
struct OwnCertificate: Sendable {
    let files: CertificateFiles
    /// Names and addresses that others may ask for the server by.
    let hosts: [String]
    /// The server's presenter trusts its certificate and no other, whoever has signed it.
    let authorities: TLSAuthorities
    /// What its owner should know of its end.
    let warning: String?

    /// Reads the files; what the server could not use is an error here already.
    init(_ files: CertificateFiles) throws(TLSError) {
        self.files = files
        warning = try files.identity().warning(about: files.certificate)
        hosts = try CertificateNames(file: files.certificate).hosts
        authorities = try TLSAuthorities(file: files.certificate)
    }
}
