import PagingRoom
import PagingServer
import PagingWire
import RoomStore
import Tokens
import WebSocketLoop

/// The rules for connections: origins, tokens, TLS and limits.
struct AccessPolicy: Sendable {
    /// The secrets that tokens are checked against; nil leaves the rooms open.
    var keys: TokenKeys?
    /// Tokens that are refused although they have not expired.
    var revoked = RevokedTokens()
    /// The key that makes its bearer a presenter where there are no tokens; nil when nobody can have it.
    var presenterKey: String?
    /// Whether connections of this machine may present without a token and without the key.
    var hasLocalPresenters = true
    /// Proxies that name the address of their clients.
    var proxies = TrustedProxies()
    /// Origins of web pages that may connect. A terminal sends no origin and always may. Without this list any page in a
    /// browser on this machine could turn the pages.
    var origins: Set<String> = []
    /// The page for browsers, which may connect although no list has its origin; nil without `--web`.
    var web: WebAccess?
    /// The certificate shown to clients; nil without TLS.
    var identity: TLSIdentity?
    /// Limits over all loops.
    var limits = ConnectionLimiter.Limits(connections: AccessPolicy.standardConnections)
    /// Whether `/echo` is open, to check how frames are handled.
    var isEchoing = false

    private static let standardConnections = 16_000
    private static let roomsPath = "/rooms/"

    /// The default limits. Two hundred people behind one address are an audience; a thousand new connections a second
    /// bring a full server back in twenty seconds; a connection that has not joined costs 10 kB for five seconds. On
    /// loopback all connections have one address and one owner, so only the first limit applies.
    static func limits(isLoopback: Bool) -> ConnectionLimiter.Limits {
        isLoopback
            ? ConnectionLimiter.Limits(connections: standardConnections)
            : ConnectionLimiter.Limits(
                connections: standardConnections, connectionsPerAddress: 1_000, connectionsPerSecond: 1_000,
                handshakes: 4_096)
    }

    /// The warning of a server without secrets.
    static func warning(_ settings: ServeSettings) -> String {
        if settings.listen.isLoopback, settings.proxies.isEmpty, settings.presenterKeyFile == nil {
            return
                "no --secret-file: everybody on this machine may join and present; before a proxy passes others on to "
                + "this address, give --secret-file, or --trusted-proxy with the proxy's address"
        }
        return "no --secret-file: all who can reach \(settings.listen) may join and turn pages; presenters need the "
            + "presenter key"
    }

    /// Whether a connection may be opened.
    func decision(for request: UpgradeRequest) -> UpgradeDecision {
        if let origin = request.origin, !origins.contains(origin),
            web?.isOwn(origin: origin, host: request.host) != true
        {
            return .refuse(status: 403, reason: "this origin is not on the list")
        }
        if isEchoing, request.path == Echo.path { return .accept }
        guard let room = Self.room(at: request.path), RoomSpec.isValid(name: room) else {
            return .refuse(status: 404, reason: "rooms are at /rooms/NAME")
        }
        guard request.offersSubprotocol else {
            return .refuse(status: 400, reason: "the subprotocol is riffle.v1")
        }
        return .accept
    }

    /// The name in `/rooms/NAME`; nil for another path.
    static func room(at path: String) -> String? {
        path.hasPrefix(roomsPath) ? String(path.dropFirst(roomsPath.count)) : nil
    }

    /// Whether the client of this request may present without a token and without the key: it is on this machine, and
    /// nothing shows that it is the client of a proxy or a web page from elsewhere.
    func isLocalPresenter(_ request: UpgradeRequest) -> Bool {
        keys == nil && hasLocalPresenters && !request.isForwarded
            && IPAddress(request.remoteAddress)?.isLoopback == true
            && request.host.map(Self.isLoopback) == true && request.origin.map(Self.isLocalOrigin) != false
    }

    /// - Parameter host: a host, with or without a port.
    private static func isLoopback(_ host: String) -> Bool {
        (ListenAddress(hostAndPort: host) ?? ListenAddress(hostAndPort: host + ":0"))?.isLoopback == true
    }

    private static func isLocalOrigin(_ origin: String) -> Bool {
        origin.firstRange(of: "://").map { isLoopback(String(origin[$0.upperBound...])) } ?? false
    }

    /// The rights that a token grants in `room` now. Without secrets, the presenter key is the only token.
    ///
    /// - Parameter isLocal: the result of `isLocalPresenter`.
    func authorization(of token: String?, for room: String, isLocal: Bool) -> Authorization {
        guard let keys else {
            if isLocal { return .granted(.presenter, name: nil) }
            guard let token else { return .granted(.member, name: nil) }
            guard let presenterKey, Secret.equals(token.utf8, presenterKey.utf8) else {
                return .unauthorized(reason: "wrong presenter key; without a key everybody may join as member")
            }
            return .granted(.presenter, name: nil)
        }
        guard let token else { return .unauthorized(reason: "a token is required") }
        switch keys.verify(token, room: room, now: .now) {
        case .success(let grant):
            let credential = grant.id.map { Credential(tokenID: $0) } ?? Credential(token: token)
            let verified = grant.id.map { VerifiedToken(id: $0, expires: grant.expires.seconds) }
            if let verified, revoked.contains(RevokedToken(verified)) {
                return .unauthorized(reason: "the token was revoked")
            }
            return .granted(
                grant.role, name: grant.name, mayCreate: grant.mayCreate, credential: credential, token: verified)
        case .failure(.wrongRoom): return .forbidden(reason: "the token is for another room")
        case .failure(let refusal): return .unauthorized(reason: "\(refusal)")
        }
    }
}
