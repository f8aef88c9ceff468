import ArgumentParser

/// The options of a presenter's own server.
struct OwnServerOptions: ParsableArguments {
    @Option(help: "Where to listen, HOST:PORT; by default 127.0.0.1:7420, or any free port where that is taken.")
    var listen: ListenAddress?

    @Flag(help: "Listen beyond this machine: everybody who can reach it may join and turn pages.")
    var open = false

    @Option(help: "Secrets of `riffle token`; everybody but you then needs a token to join.")
    var secretFile: String?

    @OptionGroup private var tls: CertificateOptions

    /// Whether any of them was given.
    var isGiven: Bool { listen != nil || open || secretFile != nil || tls.tlsCert != nil || tls.tlsKey != nil }

    /// Requires an explicit choice before the server listens beyond this machine.
    func check() throws {
        guard listen?.isLoopback != false || open || secretFile != nil else {
            throw ValidationError(
                "--listen \(listen?.description ?? ""): beyond this machine only with --secret-file, or with --open")
        }
        _ = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey)
    }

    /// The server's certificate; an unusable one ends the command with 65, as `serve` does.
    func certificate() throws -> OwnCertificate? {
        guard let files = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey) else { return nil }
        let certificate = try ExitStatus.orEnd("riffle present", with: ExitStatus.unreadable) {
            try OwnCertificate(files)
        }
        if let warning = certificate.warning { StandardStreams.say("riffle present: \(warning)") }
        return certificate
    }
}
