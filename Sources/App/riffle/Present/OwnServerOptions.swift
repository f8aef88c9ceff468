import ArgumentParser

/// What a presenter says of a server of their own.
struct OwnServerOptions: ParsableArguments {
    @Option(help: "Where to listen, HOST:PORT; by default 127.0.0.1:7420, or any free port where that is taken.")
    var listen: ListenAddress?

    @Flag(help: "Listen beyond this machine: everybody who can reach it may join and turn pages.")
    var open = false

    @Option(help: "Secrets of `riffle token`; everybody but you then needs a token to join.")
    var secretFile: String?

    @OptionGroup private var tls: CertificateOptions

    /// Whether any of it was said.
    var isGiven: Bool { listen != nil || open || secretFile != nil || tls.tlsCert != nil || tls.tlsKey != nil }

    /// Beyond this machine nobody is let in by accident.
    func check() throws {
        guard listen?.isLoopback != false || open || secretFile != nil else {
            throw ValidationError(
                "--listen \(listen?.description ?? ""): beyond this machine only with --secret-file, or with --open")
        }
        _ = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey)
    }

    /// The own server's certificate; one that is of no use ends with 65, as `serve` does.
    func certificate() throws -> OwnCertificate? {
        guard let files = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey) else { return nil }
        let certificate = try ExitStatus.orEnd("riffle present", with: ExitStatus.unreadable) {
            try OwnCertificate(files)
        }
        if let warning = certificate.warning { StandardStreams.say("riffle present: \(warning)") }
        return certificate
    }
}
