import ArgumentParser
import FoundationEssentials
import Glibc
import SSHGate
import SSHTransport
import TerminalDevice
import WebSocketLoop

struct Gate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let people into rooms by SSH.",
        discussion: """
            Examples:
              riffle gate --listen 0.0.0.0:2222 --server ws://127.0.0.1:7420
              riffle gate --server ws://127.0.0.1:7420 --authorized-keys presenters.keys
              ssh talk@HOST -p 2222
              ssh talk+presenter@HOST -p 2222
              ssh -T talk@HOST -p 2222 | less

            The name of a login is the room. Everybody may watch; ROOM+member and ROOM+presenter ask for more rights, with \
            a token as password, which the server checks, or a public key of --authorized-keys. Keys and views are those \
            of riffle join. Without a terminal, as with ssh -T, each page is printed when it comes to rest.

            A gate gives no shell, runs no commands, and forwards and copies nothing. It is a process of its own and \
            needs no privileges: run it as a user without any.
            """)

    @Option(help: "Address to listen on, HOST:PORT, or a PORT of this machine.")
    var listen = ListenAddress(host: "127.0.0.1", port: 2222)

    @Option(help: "URL of the server, ws://HOST:PORT or wss://HOST; repeat it for further addresses of the same rooms.")
    var server: [String]

    @Option(
        help: """
            The file with the host key, made on first use; default: riffle/gate_host_key in $XDG_STATE_HOME or \
            ~/.local/state.
            """)
    var hostKey: String?

    @Option(help: "A file with public keys that make members and presenters: lines ROLE TYPE KEY.")
    var authorizedKeys: String?

    @Option(help: "A file with the token with which sessions of listed keys join; - is standard input.")
    var tokenFile: String?

    @Option(help: "A file with the token with which viewers join a closed room.")
    var viewerTokenFile: String?

    @Option(help: "A text file that clients show before the login.")
    var banner: String?

    @Option(help: "Time without a key after which a session ends, such as 90m or 8h; default: no limit.")
    var idle: Lifetime?

    @Option(help: ArgumentHelp("Open connections.", valueName: "count"))
    var maxConnections = 4_000

    @Option(
        help: ArgumentHelp(
            "Open connections from one address (IPv6: one /64); 0 sets no limit; default: 1000, on loopback 0.",
            valueName: "count"))
    var maxConnectionsPerAddress: Int?

    @Option(
        help: ArgumentHelp(
            "New connections per second; 0 sets no limit; default: 200, on loopback 0.", valueName: "count"))
    var maxConnectionRate: Int?

    @Option(
        help: ArgumentHelp(
            "Open connections without a terminal yet; 0 sets no limit; default: 2000, on loopback 0.",
            valueName: "count"))
    var maxHandshakes: Int?

    @Option(help: "Maximum frames per second.")
    var fps = 30

    @OptionGroup var border: BorderOptions

    @OptionGroup var text: TextWidthOption

    @OptionGroup var trust: TrustOptions
    @Flag(name: [.short, .long], help: "Print only why it ended.")
    var quiet = false

    func validate() throws {
        guard !server.isEmpty else { throw ValidationError("--server: expected the URL of a server, got none") }
        guard (1...120).contains(fps) else { throw ValidationError("--fps \(fps): expected a number from 1 to 120") }
        guard maxConnections > 0 else {
            throw ValidationError("--max-connections \(maxConnections): expected a number from 1")
        }
        let counts = [
            ("--max-connections-per-address", maxConnectionsPerAddress), ("--max-connection-rate", maxConnectionRate),
            ("--max-handshakes", maxHandshakes),
        ]
        for (option, count) in counts where count.map({ $0 < 0 }) == true {
            throw ValidationError("\(option) \(count ?? 0): expected a number from 0")
        }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
        let settings = try settings()
        let (authorities, banner) = (try trust.authorities(), try bannerText())
        let (server, fingerprint) = try ExitStatus.orEnd("riffle gate") {
            let key = try HostKey(path: hostKey ?? Gate.defaultHostKey)
            return (try SSHServer(hostKey: key, banner: banner), key.fingerprint)
        }
        let gate = try ExitStatus.orEnd("riffle gate") {
            try GateServer(
                server, at: listen, limits: limits(isLoopback: listen.isLoopback), settings: settings,
                authorities: authorities, signals: signals)
        }
        if !quiet {
            StandardStreams.print("listening on \(ListenAddress(host: listen.host, port: gate.port))")
            StandardStreams.print("host key \(fingerprint)")
        }
        if geteuid() == 0 {
            StandardStreams.printError("riffle gate: expected a user without privileges, got root: it needs none")
        }
        gate.run()
    }

    /// On loopback all connections have one address and one owner.
    private func limits(isLoopback: Bool) -> ConnectionLimiter.Limits {
        ConnectionLimiter.Limits(
            connections: maxConnections, connectionsPerAddress: maxConnectionsPerAddress ?? (isLoopback ? 0 : 1_000),
            connectionsPerSecond: maxConnectionRate ?? (isLoopback ? 0 : 200),
            handshakes: maxHandshakes ?? (isLoopback ? 0 : 2_000))
    }

    func settings() throws -> GateSettings {
        var settings = GateSettings(servers: try server.map(Gate.endpoint))
        settings.keys = try keys()
        settings.token = try TextFile.token(in: tokenFile)
        settings.viewerToken = try TextFile.token(in: viewerTokenFile)
        settings.idleMilliseconds = idle.map { $0.seconds * 1_000 }
        settings.borders = border.borders
        settings.session.framesPerSecond = fps
        settings.session.measure = text.width
        settings.session.command = "riffle gate"
        return settings
    }

    /// The endpoint of a server without a room.
    private static func endpoint(_ url: String) throws -> Endpoint {
        let endpoint = try Endpoint.parse(url)
        guard !endpoint.path.contains("/rooms/"), !endpoint.path.contains("?") else {
            throw ValidationError(
                "--server: expected ws://HOST:PORT, got \(url): the room is the name that people log in with")
        }
        return endpoint
    }

    private func keys() throws -> AuthorizedKeys {
        guard let authorizedKeys else { return AuthorizedKeys() }
        do {
            return try AuthorizedKeys(parsing: try TextFile.read(authorizedKeys))
        } catch let error as AuthorizedKeys.LineError {
            throw ValidationError("--authorized-keys \(authorizedKeys):\(error.line): \(error.description)")
        } catch {
            throw ValidationError("--authorized-keys \(error)")
        }
    }

    private func bannerText() throws -> String? {
        guard let banner else { return nil }
        do {
            let text = try TextFile.read(banner)
            return text.hasSuffix("\n") ? text : text + "\n"
        } catch {
            throw ValidationError("--banner \(error)")
        }
    }

    private static var defaultHostKey: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return state + "/riffle/gate_host_key"
    }
}
