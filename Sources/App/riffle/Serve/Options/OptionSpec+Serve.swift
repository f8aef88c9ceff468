import PagingRoom
import PagingServer
import WebSocketLoop

/// The options of `serve`. A new option is a row here and a property of `ServeSettings`.
extension OptionSpec {
    static let serve: [OptionSpec] = listening + rooms + persistence + cluster + limits + operation

    private static let listening: [OptionSpec] = [
        .value("listen", \.listen, .address, "Address to listen on; port 0 picks a free port."),
        .flag(
            "announce", \.isAnnounced,
            "Announce the rooms of --room on the network, for `riffle join` without an address: writes service files for "
                + "Avahi, and removes them at the end."),
        .optional(
            "announce-into", \.announceFolder, .text("folder", expected: "a path"),
            standard: Announcement.standardFolder, "Folder for these files; implies --announce."),
        .flag(
            "open", \.isOpen,
            "Listen beyond this machine without --secret-file: all who can reach it may then join and turn pages. "
                + "Presenters need the presenter key."),
        .optional(
            "presenter-key-file", \.presenterKeyFile, .file,
            "File with the key that makes its bearer a presenter where there are no tokens, given as token when joining. "
                + "Without it, serve prints a new key where one is required: with --open and with --trusted-proxy."),
        .list(
            "trusted-proxy", \.trustedProxies, .addressRange,
            "Address or range of proxies in front of the server; repeat for more. Limits and log then use the address in "
                + "X-Forwarded-For. Without --secret-file, presenters need the presenter key."),
        .flag(
            "proxy-protocol", \.usesProxyProtocol,
            "Connections from --trusted-proxy begin with a PROXY header (version 1 or 2), which has the client's address."
        ),
        .optional(
            "admin", \.admin, .address,
            "Answer /metrics, /rooms, /healthz and /readyz over HTTP at this port of this machine, or at HOST:PORT. "
                + "Off by default. These pages need no token."),
        .flag(
            "admin-open", \.isAdminOpen,
            "Let other machines reach --admin, and so read the names of the rooms and all counts."),
        .optional(
            "admin-token-file", \.adminTokenFile, .file,
            "File with the token for actions of `riffle admin` at --admin; without it there are no actions."),
        .list(
            "origin", \.origins, .text("origin"),
            "Origin of a web page that may connect; repeat for more. Terminals send no origin and may always connect."),
        .flag(
            "web", \.hasWebPage,
            "Answer a browser's GET /rooms/NAME and /NAME with a page that follows the room. That page may connect; give "
                + "--origin as well where a proxy or a name of the network stands in front."),
        .optional(
            "secret-file", \.secretFile, .file,
            "File with the secrets of `riffle token`, or with keys in PEM, a JWK or a JWKS; every join then needs a token."
        ),
        .optional("token-issuer", \.tokenRules.issuer, .text("text"), "Refuse tokens with another claim `iss`."),
        .optional(
            "token-audience", \.tokenRules.audience, .text("text"),
            "Refuse tokens whose claim `aud` does not name this."),
        .optional("token-type", \.tokenRules.type, .text("type"), "Refuse tokens with another header `typ`."),
        .optional(
            "revoked-file", \.revokedFile, .file,
            "File with the jti of each token to refuse, one a line; SIGHUP reads it again and ends their connections."),
        .optional(
            "tls-cert", \.certificateFile, .file,
            "PEM file with the certificates for TLS, the server's own first. Needs --tls-key."),
        .optional("tls-key", \.keyFile, .file, "PEM file with the private key of --tls-cert, without a pass phrase."),
    ]

    private static let rooms: [OptionSpec] = [
        .list(
            "room", \.rooms, .text("name=source"),
            "A room. The source is the file of a deck, PRESET, or PRESET:SUPPLIER. Repeat for more rooms."),
        .flag(
            "no-programs", \.hasNoPrograms,
            "Show the diagrams in the decks of --room as text; otherwise installed programs draw them, such as graph-easy."
        ),
        .value(
            "policy", \.server.policy, .choice("policy", Policy.self),
            "Who moves the pager until a presenter changes it: open, baton or presenters."),
        .value(
            "create", \.server.creation, .choice("mode", RoomCreationPolicy.self),
            "Whether a join to an unknown room creates it: none, token (only with a token that allows it) or any. "
                + "A created room has numbered pages until a presenter changes them."),
        .value(
            "keep-empty", \.server.emptyRoomMilliseconds, .time,
            "How long an empty room made by --create is kept; then it is removed, from --store too. "
                + "Rooms given with --room stay."),
    ]

    private static let persistence: [OptionSpec] = [
        .optional(
            "store", \.store, .file,
            "Keep pages, settings, members and positions across restarts: in this FILE (SQLite), or in the PostgreSQL "
                + "database postgres://USER@HOST/NAME. A room found there is served as stored, whatever --room says."),
        .flag("memory", excluding: "store", "Do not persist rooms (the default without --store)."),
    ]

    private static let cluster: [OptionSpec] = [
        .optional(
            "cluster", \.cluster, .cluster,
            "Serve rooms together with other machines: the name that all nodes of the cluster share. Needs --node, --fabric "
                + "and, without --role edge, a --store in PostgreSQL."),
        .optional("node", \.node, .node, "With --cluster: the name of this node, which no other one has."),
        .optional(
            "role", \.role, .choice("role", NodeRole.self), standard: "owner",
            "With --cluster: the part of this node. An edge has members of rooms that other nodes own, and no --store."),
        .list(
            "fabric", \.fabric, .text("url"),
            "With --cluster: the NATS servers, nats://HOST:PORT or tls://USER:PASSWORD@HOST:PORT; repeat for more. Other "
                + "machines need TLS and credentials."),
        .optional(
            "fabric-ca", \.fabricAuthoritiesFile, .file,
            "PEM file with the certificates that sign those of the NATS servers; by default those of the system."),
        .optional(
            "fabric-credentials", \.fabricCredentialsFile, .file,
            "File with the token and the key of a NATS user, as `nsc` writes it."),
        .flag(
            "fabric-open", \.isFabricOpen,
            "Use NATS servers on other machines without TLS or credentials. All who can reach them then decide what members "
                + "see."),
    ]

    private static let limits: [OptionSpec] = [
        .value("max-connections", \.connections, .count(), "Open connections."),
        .optional(
            "max-connections-per-address", \.connectionsPerAddress, .count(from: 0),
            standard: "1000, on loopback without limit",
            "Open connections from one address (IPv6: one /64); 0 sets no limit."),
        .optional(
            "max-connection-rate", \.connectionRate, .count(from: 0), standard: "1000, on loopback without limit",
            "New connections per second; 0 sets no limit."),
        .optional(
            "max-handshakes", \.handshakes, .count(from: 0), standard: "4096, on loopback without limit",
            "Open connections that have not joined yet; 0 sets no limit."),
        .value("max-rooms", \.server.roomLimit, .count(), "Rooms, those of --room included."),
        .value(
            "max-members", \.server.roomCapacity, .count(to: RoomRecord.memberLimit),
            "Members of one room; at most \(RoomRecord.memberLimit)."),
        .value("max-message-bytes", \.server.limits.messageBytes, .bytes, "Bytes of one ordinary message."),
        .value("max-content-bytes", \.server.limits.contentBytes, .bytes, "Bytes of new pages in one message."),
        .value(
            "max-input-rate", \.server.limits.objectsPerSecond, .count(), "Messages per second from one connection."),
        .value(
            "max-history-bytes", \.server.historyBytes, .bytes,
            "Bytes of a room's last events, kept for members that come back; all rooms together keep at most "
                + "\(ServerSettings.historiesAtFullSize) times as much. A member that misses older events gets a snapshot."
        ),
        .value(
            "max-asset-bytes", \.server.assetBytes, .bytes,
            "Bytes of pictures kept for a room, as they travel. Pictures that pages show stay; more are refused. The rooms of each loop "
                + "together keep an equal share of \(ServerSettings.roomsWithAllAssets) times as much, and at least once as much."
        ),
        .value("max-outbox-bytes", \.server.answerBytes, .bytes, "Bytes of answers queued for a slow member."),
        .value(
            "max-outbox-age", \.server.chokedMilliseconds, .time,
            "How long a slow member may leave its queued output unread before it is disconnected."),
    ]

    private static let operation: [OptionSpec] = [
        .value("loops", \.loops, .count(to: 64), standard: "one per core", "Event loops, each with its own thread."),
        .value(
            "send", \.sending, .choice("method", SendMethod.self),
            "How a message to many members goes to the kernel: auto, uring (all in one call, io_uring) or write (a call for each). "
                + "auto takes uring where the kernel has it and nothing forbids it. "
                + "TLS, which uring refuses, and messages to fewer than 16 members are written one by one."),
        .value(
            "drain", \.drainMilliseconds, .time,
            "Time within which all members are disconnected when the server ends. Meanwhile new ones are refused with 503."
        ),
        .value(
            "log-format", \.logFormat, .choice("format", LogFormat.self),
            "Format of the log on standard error: text or json."),
        .flag("verbose", short: "v", \.isVerbose, "Log every join and leave."),
    ]
}
