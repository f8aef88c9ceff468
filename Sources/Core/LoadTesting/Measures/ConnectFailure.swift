/// The reason why a user did not get into its room.
package struct ConnectFailure: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// The server or the room refused the join: an unknown room, a missing token.
        case refused
        /// The server's certificate is not signed by a trusted authority, or belongs to another server.
        case certificateRejected
        /// The server speaks another protocol version.
        case version
        /// The connection failed; another attempt may succeed.
        case unreachable
    }

    package var kind: Kind
    /// In words, for messages.
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The first user's failure, unless only the other's is final.
    static func first(_ one: ConnectFailure?, _ other: ConnectFailure?) -> ConnectFailure? {
        guard let one, one.kind == .unreachable, let other else { return one ?? other }
        return other.kind == .unreachable ? one : other
    }
}
