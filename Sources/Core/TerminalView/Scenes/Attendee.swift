package import PagingEngine
package import PagingRoom

/// A member of the room, as a presenter sees it.
package struct Attendee: Hashable, Sendable {
    package var name: String
    package var role: Role
    /// Whether the connection is lost and the member may still reconnect.
    package var isAway: Bool
    /// Whether the member has not reported yet that it shows what the room shows.
    package var isBehind: Bool
    package var hasBaton: Bool
    /// The member's number among those that wait for the baton, from 1.
    package var asked: Int?

    package init(
        name: String, role: Role, isAway: Bool = false, isBehind: Bool = false, hasBaton: Bool = false,
        asked: Int? = nil
    ) {
        self.name = name
        self.role = role
        self.isAway = isAway
        self.isBehind = isBehind
        self.hasBaton = hasBaton
        self.asked = asked
    }

    /// `Ann, baton`, `Bob, away`, `Cid, behind`.
    var text: String {
        var words = [name]
        if role == .presenter { words.append("presenter") }
        if hasBaton { words.append("baton") }
        if let asked { words.append(asked == 1 ? "asks for the baton" : "asks, number \(asked)") }
        if isAway { words.append("away") }
        if isBehind, !isAway { words.append("behind") }
        return words.joined(separator: ", ")
    }

    /// The order, low first: those that wait for an answer, the holder of the baton, the disconnected, then all others.
    var rank: Int {
        if asked != nil { return 0 }
        if hasBaton { return 1 }
        return isAway || isBehind ? 2 : 3
    }
}

extension Replica {
    /// The members announced one by one, in the order of their numbers; `late` are those that do not show yet what the
    /// room shows.
    package func attendees(late: [MemberID] = []) -> [Attendee] {
        members.map { member in
            Attendee(
                name: member.name, role: member.role, isAway: member.isAway, isBehind: late.contains(member.id),
                hasBaton: control.holder == member.id,
                asked: control.asked.firstIndex(of: member.id).map { $0 + 1 })
        }
    }
}
