import PagingEngine
import Testing

@testable import PagingRoom

/// The parts of a room, each without the others.
@Suite struct PartTests {
    static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    static func roster(_ roles: Role...) -> Roster {
        var roster = Roster()
        for (number, role) in roles.enumerated() {
            _ = roster.add(name: nil, role: role, session: Session("session-\(number)"))
        }
        return roster
    }
}
