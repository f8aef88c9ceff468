import ArgumentParser
import FoundationEssentials
import Glibc
import PagingServer
import Platform
import Tokens
import WebSocketLoop

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start a server with one or more rooms.",
        discussion: """
            Examples:
              riffle serve --room talk=Examples/decks/tour.md
              riffle serve --room count=threePage:numbers --listen 127.0.0.1:0
              riffle serve --room fruit=carousel:items:apple,banana,cherry

            Presets: threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous.

            Suppliers: numbers, items[:NAME,…], tabs, contents, animals[:SEED]; each preset has a default.

            Prints `listening on ws://HOST:PORT` (wss with TLS) when ready. SIGTERM or SIGINT asks all members to \
            reconnect later and ends with 0. SIGHUP reads --secret-file, --revoked-file, --presenter-key-file, \
            --tls-cert and --tls-key again; open connections stay, except those with a revoked token.

            Each option can also be given in the environment or in a file: riffle help configuration.
            """)

    @OptionGroup var flags: ServeFlags

    @Option(
        help: ArgumentHelp(
            "YAML file with any of these options under the same names; flags and RIFFLE_* take precedence.",
            valueName: "file"))
    var config: String?

    @Flag(help: ArgumentHelp("Open /echo, to check how frames are handled.", visibility: .hidden))
    var conformance = false

    @Flag(help: ArgumentHelp("End when standard input ends, and so with the parent process.", visibility: .hidden))
    var untilInputEnds = false

    @Option(
        help: ArgumentHelp("With --until-input-ends: a folder to remove when standard input ends.", visibility: .hidden)
    )
    var scratch: String?

    func run() throws {
        LargeBlocks.returnWhenFree()
        // Signals of the terminal for the parent process are not meant for the server.
        if untilInputEnds { setpgid(0, 0) }
        let start = Date()
        let settings = try readSettings()
        let token = try checkAdmin(settings)
        let clusterOptions = try ClusterOptions(settings)
        let signals = try ServerProcess.signals()
        let files = CredentialFiles(
            secrets: settings.secretFile, rules: settings.tokenRules, revoked: settings.revokedFile,
            presenterKey: settings.secretFile == nil ? settings.presenterKeyFile : nil,
            certificate: try CertificateFiles(certificate: settings.certificateFile, key: settings.keyFile))
        var access = try accessPolicy(settings, files)
        try checkAccess(settings, access)
        let (rooms, persistence) = try RoomList.open(settings)
        if settings.hasWebPage { access.web = webAccess(settings, rooms.map(\.name), isSecure: access.identity != nil) }
        if let persistence {
            try ExitStatus.orEnd("riffle serve") { try access.revoked.keep(in: persistence.store) }
        }
        let log = ServerLogger(format: settings.logFormat, isVerbose: settings.isVerbose)
        if access.keys == nil { log.warn(AccessPolicy.warning(settings)) }
        if let warning = DescriptorLimit.set(connections: access.limits.connections, loops: settings.loops) {
            log.warn(warning)
        }
        let server = try ExitStatus.orEnd("riffle serve") { [access] in
            let cluster = try clusterOptions.map {
                try ClusterThread(
                    $0, rooms: rooms, revoked: access.revoked, documents: access.web?.documents, log: log)
            }
            return try ServerProcess(
                listen: settings.listen, rooms: rooms, persistence: persistence, cluster: cluster,
                loops: settings.loops, settings: settings.server, signals: signals, log: log, access: access,
                sending: settings.sending)
        }
        let admin = try openAdmin(settings, server, access, token, start: start, log)
        defer { admin?.stop() }
        let announcement = try announce(settings, server, access)
        defer { announcement?.remove() }
        if let most = DescriptorLimit.connections, most < access.limits.connections {
            server.limiter.lower(connections: most)
            log.warn("at most \(most) connections are admitted: more need a higher limit of descriptors (ulimit -n)")
        }
        let url = "\(access.identity == nil ? "ws" : "wss")://\(server.address)"
        StandardStreams.print("listening on \(url)")
        if let admin { StandardStreams.print("admin on http://\(admin.address)") }
        if settings.presenterKeyFile == nil, let key = access.presenterKey {
            StandardStreams.print("presenter key \(key)")
        }
        for room in persistence?.damaged ?? [] { log.damaged(room, in: persistence?.store.name ?? "") }
        for room in rooms where room.damage == nil { log.serving(room: room.name, at: "\(url)/rooms/\(room.name)") }
        try ExitStatus.orEnd("riffle serve") {
            try serve(server, renewing: files, drainMilliseconds: settings.drainMilliseconds, log)
        }
    }

    /// Serves until a signal or the end of the input, then disconnects all members.
    private func serve(
        _ server: ServerProcess, renewing files: CredentialFiles, drainMilliseconds: Int64, _ log: ServerLogger
    ) throws {
        let end = try server.waitForSignal(
            renewing: files, orEndOf: untilInputEnds ? STDIN_FILENO : nil, log: log)
        defer { if end != .signal, let scratch { TalkFolder.remove(scratch) } }
        log.ending(drainMilliseconds: drainMilliseconds)
        try server.stop(drainMilliseconds: drainMilliseconds, closesRooms: end == .talkOver)
    }

    private func readSettings() throws -> ServeSettings {
        do {
            let file = try config.map { ServeConfiguration.File(name: $0, text: try TextFile.read($0)) }
            return try ServeConfiguration.resolve(
                flags: flags.words, environment: ProcessInfo.processInfo.environment, file: file
            ).settings
        } catch let errors as ServeConfigurationErrors {
            throw ValidationError("\(errors)")
        } catch let error as FileError {
            throw ValidationError("--config \(error)")
        }
    }
}

extension Serve {
    private func webAccess(_ settings: ServeSettings, _ rooms: [String], isSecure: Bool) -> WebAccess {
        let areFixed = settings.server.creation == .none && settings.cluster == nil
        return WebAccess(
            rooms: areFixed ? Set(rooms) : nil, hosts: HostRule(configured: settings.listen.host), isSecure: isSecure,
            hasOrigins: !settings.origins.isEmpty)
    }

    private func accessPolicy(_ settings: ServeSettings, _ files: CredentialFiles) throws -> AccessPolicy {
        var access = AccessPolicy(origins: Set(settings.origins), isEchoing: conformance)
        access.limits = settings.connectionLimits
        (access.keys, access.identity) = try ExitStatus.orEnd("riffle serve", with: ExitStatus.unreadable) {
            try files.readRevoked(into: access.revoked)
            return (try files.readKeys(), try files.readIdentity())
        }
        access.proxies = settings.proxies
        if access.keys == nil {
            let needsKey = !settings.listen.isLoopback || !settings.proxies.isEmpty || settings.presenterKeyFile != nil
            access.hasLocalPresenters = !needsKey
            access.presenterKey = try ExitStatus.orEnd("riffle serve", with: ExitStatus.unreadable) {
                try settings.presenterKeyFile.map(PresenterKey.read) ?? (needsKey ? PresenterKey.make() : nil)
            }
        }
        let secrets = [files.certificate?.key, settings.presenterKeyFile].compactMap { $0 }
        for warning in secrets.compactMap(FileMode.warning) { StandardStreams.printError("riffle serve: \(warning)") }
        for warning in access.keys?.warnings ?? [] { StandardStreams.printError("riffle serve: \(warning)") }
        if let path = files.certificate?.certificate, let warning = access.identity?.warning(about: path) {
            StandardStreams.printError("riffle serve: \(warning)")
        }
        return access
    }

    /// Refuses to open rooms to other machines by accident, and options that have no effect.
    private func checkAccess(_ settings: ServeSettings, _ access: AccessPolicy) throws {
        guard settings.listen.isLoopback || access.keys != nil || settings.isOpen else {
            throw ValidationError(
                "--listen \(settings.listen): other machines can reach this address; give --secret-file, or --open to "
                    + "open the rooms to all")
        }
        if settings.announcesInto != nil { try Announcement.check(listen: settings.listen) }
        guard !settings.usesProxyProtocol || !settings.proxies.isEmpty else {
            throw ValidationError("--proxy-protocol: expected --trusted-proxy with the addresses of the proxies")
        }
        guard settings.revokedFile == nil || access.keys != nil else {
            throw ValidationError("--revoked-file: there are no tokens without --secret-file; give it")
        }
        guard settings.server.creation != .token || access.keys != nil else {
            throw ValidationError("--create token: there are no tokens without --secret-file; give it")
        }
    }

    /// Refuses to open the admin endpoint to other machines by accident. Returns the operators' token, if any.
    private func checkAdmin(_ settings: ServeSettings) throws -> AdminToken? {
        if let address = settings.admin, !address.isLoopback, !settings.isAdminOpen {
            throw ValidationError(
                "--admin \(address): other machines can reach this address and its pages need no token; "
                    + "give --admin-open to let them read the names of the rooms and all counts")
        }
        guard let path = settings.adminTokenFile else { return nil }
        guard settings.admin != nil else {
            throw ValidationError("--admin-token-file: there is no admin endpoint without --admin; give it")
        }
        let token = try ExitStatus.orEnd("riffle serve", with: ExitStatus.unreadable) { try AdminToken(path: path) }
        for warning in token.warnings { StandardStreams.printError("riffle serve: \(warning)") }
        return token
    }

    private func announce(
        _ settings: ServeSettings, _ server: ServerProcess, _ access: AccessPolicy
    ) throws -> Announcement? {
        do throws(CommandFailure) {
            return try Announcement(settings, address: server.address, needsToken: access.keys != nil)
        } catch {
            StandardStreams.printError("riffle serve: \(error)")
            try? server.stop(drainMilliseconds: 0)
            throw ExitStatus.failure
        }
    }

    /// - Parameter start: the start of the process.
    private func openAdmin(
        _ settings: ServeSettings, _ server: ServerProcess, _ access: AccessPolicy, _ token: AdminToken?, start: Date,
        _ log: ServerLogger
    ) throws -> HTTPListener? {
        guard let address = settings.admin else { return nil }
        do {
            let operations = AdminOperator(
                loops: server.mailboxes, token: token, revoked: access.revoked, store: server.store,
                cluster: server.cluster, log: log)
            let subject = AdminSubject(start: start, limiter: server.limiter, operations: operations)
            let admin = try HTTPListener("admin", listen: address, site: subject)
            log.adminListening(at: "http://\(admin.address)")
            return admin
        } catch {
            StandardStreams.printError("riffle serve: --admin: \(error)")
            try? server.stop(drainMilliseconds: 0)
            throw ExitStatus.failure
        }
    }
}
