package import PagingRoom
import PagingWire

/// The name that a person logs in with: `ROOM` to watch, or `ROOM+ROLE` for more rights.
package struct GateLogin: Hashable, Sendable {
    package let room: String
    /// The role asked for; viewers need no proof.
    package let role: Role

    /// Nil for a name that no room can have, or an unknown role.
    package init?(user: String) {
        let parts = user.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard RoomName.isValid(parts[0]) else { return nil }
        room = parts[0]
        guard parts.count == 2 else {
            role = .viewer
            return
        }
        guard let role = Role(rawValue: parts[1]) else { return nil }
        self.role = role
    }
}

/// A proof that came with a login.
package enum GateProof: Hashable, Sendable {
    case none
    /// A token as password. Only the server can tell whether it is good.
    case token(String)
    /// A public key, in base64.
    case key(String)
}

/// The way in which a login joins its room.
package struct GateMembership: Hashable, Sendable {
    package enum MembershipKind: Hashable, Sendable {
        /// One of the viewers, who share a connection.
        case viewer
        /// A connection with this token.
        case token(String)
        /// A connection with the token of the gate, if it has one.
        case listedKey
    }

    package let room: String
    package let role: Role
    package let kind: MembershipKind

    /// The membership for a login; nil refuses it.
    package init?(_ login: GateLogin, _ proof: GateProof, _ keys: AuthorizedKeys) {
        room = login.room
        switch (login.role, proof) {
        case (.viewer, .none), (.viewer, .key), (.viewer, .token("")): (role, kind) = (.viewer, .viewer)
        // A token tells its role; the server gives at most that.
        case (.viewer, .token(let token)): (role, kind) = (.presenter, .token(token))
        case (_, .none), (_, .token("")): return nil
        case (_, .token(let token)): (role, kind) = (login.role, .token(token))
        case (_, .key(let key)):
            guard let listed = keys.role(of: key) else { return nil }
            (role, kind) = (login.role.limited(to: listed), .listedKey)
        }
    }
}
