/// Why a user was not let in and need not ask again.
public struct TurnedAway: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The server or the room said no: no such room, no token for it.
        case refused
        /// The server's certificate is vouched for by nobody who is trusted, or for another server.
        case distrusted
        /// The server speaks something else.
        case version
    }

    public var kind: Kind
    /// In words for people.
    public var reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
