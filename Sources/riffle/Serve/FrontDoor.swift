import PagingServer
import PagingWire
import SocketLoop
import Tokens

/// Who gets in, as far as a connection tells before it joins: by its origin, and by its token.
struct FrontDoor: Sendable {
    /// The secrets tokens are checked against; nil leaves the rooms open.
    var keys: TokenKeys?
    /// Web pages that may connect. A terminal sends no origin and always may; a page that is not listed may not, or
    /// any page in a browser on this machine could turn the pages here.
    var origins: Set<String> = []
    /// Connections at one time, over all loops.
    var connections = 20_000
    /// Whether `/echo` is open, to check how frames are treated.
    var isEchoing = false

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
