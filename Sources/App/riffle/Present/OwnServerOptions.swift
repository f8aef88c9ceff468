import ArgumentParser

/// The options of a presenter's own server.
struct OwnServerOptions: ParsableArguments {
    @Option(help: "Address to listen on, HOST:PORT; default: 127.0.0.1:7420, or any free port if that one is in use.")
    var listen: ListenAddress?

    @Flag(
        help:
            "Listen for other machines without tokens: everybody who can reach the server may join and turn pages. Other presenters need the key that is printed."
    )
    var open = false

    @Flag(help: "Let browsers follow too: the server answers with a page at http://HOST:PORT/NAME.")
    var web = false

    @Option(help: "File with the secrets of `riffle token`. All others then need a token to join.")
    var secretFile: String?

    @Flag(
        help: "Announce the talk on the network, for `riffle join` without an address: writes a service file for Avahi."
    )
    var announce = false

    @Option(help: "Folder for the service file, instead of /etc/avahi/services; implies --announce.")
    var announceInto: String?

    @Option(help: "Bytes of the deck's pictures that the server keeps, as they travel; by default 16 MiB.")
    var maxAssetBytes: Int?

    @OptionGroup private var tls: CertificateOptions

    /// Whether any of them was given.
    var isGiven: Bool {
        listen != nil || open || web || secretFile != nil || tls.tlsCert != nil || tls.tlsKey != nil
            || announcesInto != nil || maxAssetBytes != nil
    }

    /// The folder for the service file; nil announces nothing.
    var announcesInto: String? { announceInto ?? (announce ? Announcement.standardFolder : nil) }

    /// Whether presenters need a key: others can reach the server, and there are no tokens.
    var needsPresenterKey: Bool { secretFile == nil && listen?.isLoopback == false }

    /// Requires an explicit choice before the server listens beyond this machine.
    func check() throws {
        guard listen?.isLoopback != false || open || secretFile != nil else {
            throw ValidationError(
                "--listen \(listen?.description ?? ""): expected --secret-file or --open for an address beyond this machine"
            )
        }
        _ = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey)
        if announcesInto != nil { try Announcement.check(listen: listen) }
    }

    /// The server's certificate; an unusable one ends the command with 65, as `serve` does.
    func certificate() throws -> OwnCertificate? {
        guard let files = try CertificateFiles(certificate: tls.tlsCert, key: tls.tlsKey) else { return nil }
        let certificate = try ExitStatus.orEnd("riffle present", with: ExitStatus.unreadable) {
            try OwnCertificate(files)
        }
        if let warning = certificate.warning { StandardStreams.printError("riffle present: \(warning)") }
        return certificate
    }
}
