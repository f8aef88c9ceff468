import ClusterTraffic
import PagingRoom
import PagingServer
import PagingWire
import Tokens
import WebSocketLoop

/// The settings of one `riffle serve`, with their defaults.
struct ServeSettings: Sendable {
    static let standard = ServeSettings()

    var listen = ListenAddress(host: "127.0.0.1", port: 7420)
    /// Whether rooms without tokens may be reached from other machines.
    var isOpen = false
    /// Whether the decks of `rooms` get no diagrams from installed programs.
    var hasNoPrograms = false
    var admin: ListenAddress?
    /// Whether other machines may reach `admin`.
    var isAdminOpen = false
    var adminTokenFile: String?
    var origins: [String] = []
    /// Whether browsers get a page that follows a room.
    var hasWebPage = false
    var secretFile: String?
    /// Claims that tokens must have.
    var tokenRules = TokenRules()
    var revokedFile: String?
    var presenterKeyFile: String?
    /// Each an address or a range.
    var trustedProxies: [String] = []
    var usesProxyProtocol = false
    var certificateFile: String?
    var keyFile: String?
    /// Whether Avahi announces the rooms of `--room` on the network.
    var isAnnounced = false
    var announceFolder: String?
    /// Each as NAME=SOURCE.
    var rooms: [String] = []
    var store: String?
    /// The name of the cluster; nil for a single server.
    var cluster: ClusterName?
    /// The name of this node in the cluster.
    var node: String?
    /// Nil: owner.
    var role: NodeRole?
    /// Each one or several URLs with commas between them.
    var fabric: [String] = []
    /// Whether NATS servers on other machines may be used without TLS and credentials.
    var isFabricOpen = false
    var fabricAuthoritiesFile: String?
    var fabricCredentialsFile: String?
    var connections = AccessPolicy.limits(isLoopback: true).connections
    // Nil: the limit of `AccessPolicy`, which depends on the address.
    var connectionsPerAddress: Int?
    var connectionRate: Int?
    var handshakes: Int?
    var loops = ServerProcess.cores
    var sending = SendMethod.automatic
    var drainMilliseconds: Int64 = 1_000
    var logFormat = LogFormat.text
    var isVerbose = false
    /// The settings of the server without sockets, for a new epoch.
    var server = ServerSettings(
        server: "riffle/\(Riffle.version)", epoch: Epoch(Secret.make(bytes: 8)),
        retry: Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000))

    /// The folder for the files that announce rooms; nil announces nothing.
    var announcesInto: String? { announceFolder ?? (isAnnounced ? Announcement.standardFolder : nil) }

    var proxies: TrustedProxies {
        TrustedProxies(trustedProxies.compactMap { AddressRange($0) }, usesProxyProtocol: usesProxyProtocol)
    }

    /// The limits; those per address apply on loopback too when the clients of proxies come there.
    var connectionLimits: ConnectionLimiter.Limits {
        var limits = AccessPolicy.limits(isLoopback: listen.isLoopback && trustedProxies.isEmpty)
        limits.connections = connections
        limits.connectionsPerAddress = connectionsPerAddress ?? limits.connectionsPerAddress
        limits.connectionsPerSecond = connectionRate ?? limits.connectionsPerSecond
        limits.handshakes = handshakes ?? limits.handshakes
        return limits
    }
}
