/// Why a user did not come in.
package struct ConnectFailure: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// The server or the room said no: no such room, no token for it.
        case refused
        /// The server's certificate is vouched for by nobody who is trusted, or for another server.
        case distrusted
        /// The server speaks something else.
        case version
        /// No connection came about; another attempt may do better.
        case unreachable
    }

    package var kind: Kind
    /// In words for people.
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Of two users the first one's reason, unless only the other's is final.
    static func first(_ one: ConnectFailure?, _ other: ConnectFailure?) -> ConnectFailure? {
        guard let one, one.kind == .unreachable, let other else { return one ?? other }
        return other.kind == .unreachable ? one : other
    }
}
