import PagingEngine
import PagingRoom
import PagingServer

/// An action of an operator: a `POST` to the admin endpoint.
enum AdminAction: Hashable, Sendable {
    case operate(room: String, RoomOperation)
    case members(room: String)
    /// Refuse the token with this `jti` from now on.
    case revoke(String)
    /// List the nodes of the cluster, and the rooms of this one.
    case cluster
    /// End the server as SIGTERM does.
    case drain

    /// The paths, for an answer to a wrong one.
    static let paths = [
        "/admin/rooms/NAME/unlock", "/admin/rooms/NAME/kick?member=NUMBER", "/admin/rooms/NAME/close",
        "/admin/rooms/NAME/members", "/admin/revoke?jti=ID", "/admin/cluster", "/admin/drain",
    ]

    /// The action at `path`; nil when there is none.
    init?(path: String, query: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (parts.first, parts.count) {
        case ("admin", 2) where parts[1] == "drain": self = .drain
        case ("admin", 2) where parts[1] == "cluster": self = .cluster
        case ("admin", 2) where parts[1] == "revoke":
            guard let id = Self.value(of: "jti", in: query) else { return nil }
            self = .revoke(id)
        case ("admin", 4) where parts[1] == "rooms" && RoomSpec.isValid(name: parts[2]):
            self.init(parts[3], room: parts[2], query)
        default: return nil
        }
    }

    private init?(_ verb: String, room: String, _ query: String) {
        switch verb {
        case "members": self = .members(room: room)
        case "unlock": self = .operate(room: room, .unlock)
        case "close": self = .operate(room: room, .close)
        case "kick":
            guard let number = Self.value(of: "member", in: query).flatMap(UInt32.init) else { return nil }
            self = .operate(room: room, .kick(MemberID(number)))
        default: return nil
        }
    }

    /// The value of the only argument; an identifier may contain `=` and `&`.
    private static func value(of name: String, in query: String) -> String? {
        let prefix = name + "="
        guard query.hasPrefix(prefix), query.utf8.count > prefix.utf8.count else { return nil }
        return String(query.dropFirst(prefix.count))
    }
}
