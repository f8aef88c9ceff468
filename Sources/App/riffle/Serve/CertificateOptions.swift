import ArgumentParser

/// The certificate of a server; the same words for every command that serves.
struct CertificateOptions: ParsableArguments {
    @Option(help: "Speak TLS, with the certificates in this PEM file, the server's own first. Needs --tls-key.")
    var tlsCert: String?

    @Option(help: "The private key of --tls-cert, PEM, without a pass phrase.")
    var tlsKey: String?
}
