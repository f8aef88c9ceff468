import PagingServer
import PagingWire
import Tokens
import WebSocketLoop

/// Who gets in, as far as a connection tells before it joins: by its origin, and by its token.
struct AccessPolicy: Sendable {
    /// The secrets tokens are checked against; nil leaves the rooms open.
    var keys: TokenKeys?
    /// Web pages that may connect. A terminal sends no origin and always may; a page that is not listed may not, or
    /// any page in a browser on this machine could turn the pages here.
    var origins: Set<String> = []
    /// What the server shows to those who come by TLS; nil: TLS is not spoken.
    var identity: TLSIdentity?
    /// How many may come, over all loops.
    var limits = ConnectionLimiter.Limits(connections: 16_000)
    /// Whether `/echo` is open, to check how frames are treated.
    var isEchoing = false

    /// The limits where strangers can come. Two hundred people behind one address are an audience; a thousand new
    /// connections a second bring a full server back in twenty; and who has not joined costs 10 kB for five seconds.
    /// On loopback everybody has one address and one owner: there only the first limit is set by itself.
    static func limits(isLoopback: Bool) -> ConnectionLimiter.Limits {
        isLoopback
            ? ConnectionLimiter.Limits(connections: 16_000)
            : ConnectionLimiter.Limits(
                connections: 16_000, connectionsPerAddress: 1_000, connectionsPerSecond: 1_000, handshakes: 4_096)
    }

    func refusal(of request: UpgradeRequest) -> UpgradeDecision? {
        guard let origin = request.origin, !origins.contains(origin) else { return nil }
        return .refuse(status: 403, reason: "this origin is not on the list")
    }

    /// What a token is worth for `room` now.
    func authorization(of token: String?, for room: String) -> Authorization {
        guard let keys else { return .granted(.presenter, name: nil) }
        guard let token else { return .unauthorized(reason: "a token is due") }
        switch keys.verify(token, room: room, now: .now) {
        case .success(let grant): return .granted(grant.role, name: grant.name, mayCreate: grant.mayCreate)
        case .failure(.wrongRoom): return .forbidden(reason: "the token is for another room")
        case .failure(let refusal): return .unauthorized(reason: "the token: \(refusal)")
        }
    }
}
