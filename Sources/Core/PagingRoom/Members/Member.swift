package import PagingEngine

/// A member of a room, as the other members know it.
package struct Member: Hashable, Sendable {
    /// Transitions: here ⇄ away; away → gone after ten seconds, here → gone at once on leaving.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case joined
        case away
        case back
        case left
    }

    package let id: MemberID
    package var name: String
    package var role: Role
    /// Whether the connection is lost and the member may still come back.
    package var isAway: Bool

    package init(id: MemberID, name: String, role: Role, isAway: Bool = false) {
        self.id = id
        self.name = name
        self.role = role
        self.isAway = isAway
    }
}

/// The rights of a member: viewers watch, members move the pager, presenters also change pages and settings.
package enum Role: String, Hashable, Sendable, CaseIterable {
    case presenter
    case member
    case viewer
}

extension Role {
    /// The lesser of two roles: a presenter may also join as a viewer.
    package func limited(to other: Role) -> Role {
        let order: [Role] = [.viewer, .member, .presenter]
        let rank = min(order.firstIndex(of: self) ?? 0, order.firstIndex(of: other) ?? 0)
        return order[rank]
    }
}

/// The secret by which a member comes back as the same member.
package struct Session: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// The identity of a connection that may outlive the process of its room, unique over all processes. Its request ids rise.
package struct ConnectionKey: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// The identity of a token or a session, by which a removed member stays out.
///
/// It is a 64-bit digest (FNV-1a) without a key: short and not the text itself, but a text that is easy to guess can be
/// found from it, and others with the same digest can be made.
package struct Credential: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    package init(session: Session) { self.init("session-" + Digest(of: session.text).text) }

    /// - Parameter tokenID: claim `jti`.
    package init(tokenID: String) { self.init("jti-" + Digest(of: tokenID).text) }

    /// - Parameter token: a token without `jti`. Its signature does not count, as it may be spelled in several ways.
    package init(token: String) {
        let signed = token.utf8.lastIndex(of: UInt8(ascii: ".")).map { token[..<$0] } ?? token[...]
        self.init("token-" + Digest(of: String(signed)).text)
    }
}

/// The reason why a new member may not join.
package enum JoinDenial: Error, Hashable, Sendable {
    /// A presenter or an operator has removed the member of this session or token.
    case removed
    case locked
    case full

    /// A sentence for people.
    package var reason: String {
        switch self {
        case .removed: "this member was removed"
        case .locked: "the room is locked"
        case .full: "the room is full"
        }
    }
}
