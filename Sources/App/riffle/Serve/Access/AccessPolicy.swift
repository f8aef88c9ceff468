import PagingServer
import PagingWire
import Tokens
import WebSocketLoop

/// The rules for connections: origins, tokens, TLS and limits.
struct AccessPolicy: Sendable {
    /// The secrets that tokens are checked against; nil leaves the rooms open.
    var keys: TokenKeys?
    /// Origins of web pages that may connect. A terminal sends no origin and always may. Without this list any page in a
    /// browser on this machine could turn the pages.
    var origins: Set<String> = []
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

    /// Whether a connection may be opened.
    func decision(for request: UpgradeRequest) -> UpgradeDecision {
        if let origin = request.origin, !origins.contains(origin) {
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

    /// The rights that a token grants in `room` now.
    func authorization(of token: String?, for room: String) -> Authorization {
        guard let keys else { return .granted(.presenter, name: nil) }
        guard let token else { return .unauthorized(reason: "a token is required") }
        switch keys.verify(token, room: room, now: .now) {
        case .success(let grant): return .granted(grant.role, name: grant.name, mayCreate: grant.mayCreate)
        case .failure(.wrongRoom): return .forbidden(reason: "the token is for another room")
        case .failure(let refusal): return .unauthorized(reason: "the token: \(refusal)")
        }
    }
}
