package import PagingContent
package import PagingEngine

/// What must be true of a room after a crash: everything, or what has changed since the record before.
///
/// Records are added up in order; `Room.init(name:epoch:restoring:now:)` takes the sum.
package struct RoomRecord: Hashable, Sendable {
    /// The pages of a room and how its list goes on beyond the ends.
    package struct Pages: Hashable, Sendable {
        package var supplier: Supplier
        package var loops: Bool

        package init(supplier: Supplier, loops: Bool) {
            self.supplier = supplier
            self.loops = loops
        }
    }

    /// Somebody's place in the room, kept for the one who knows the session.
    package struct Seat: Hashable, Sendable {
        package var member: MemberID
        package var name: String
        package var role: Role
        package var session: Session

        package init(member: MemberID, name: String, role: Role, session: Session) {
            self.member = member
            self.name = name
            self.role = role
            self.session = session
        }
    }

    /// Whether it says everything, whatever came before.
    package var isWhole: Bool
    /// The last event's number when it was written.
    package var sequence: Sequence
    package var rest: Pager.Rest
    /// The newest member's number; numbers are not given twice.
    package var lastMember: MemberID
    /// nil: as before. A whole record has one.
    package var configuration: Configuration?
    /// nil: as before. A whole record has them.
    package var pages: Pages?
    /// Policy, leash, lock and the number of the newest grant; whose the baton is ends with the process. nil: as
    /// before, or none of them ever changed.
    package var control: Control?
    /// Steps of the page it comes to rest on that are shown.
    package var shown: Int
    /// Newcomers, and those whose name or role has changed, each as it is now; in a whole record everybody.
    package var arrivals: [Seat]
    /// Those who have left, perhaps after having arrived in the same record.
    package var departures: [MemberID]
    /// Whether the room was made because somebody came, and so may go when nobody is left.
    package var isOnDemand: Bool

    package init(
        isWhole: Bool, sequence: Sequence, rest: Pager.Rest, lastMember: MemberID, configuration: Configuration? = nil,
        pages: Pages? = nil, control: Control? = nil, shown: Int = 0, arrivals: [Seat] = [],
        departures: [MemberID] = [], isOnDemand: Bool = false
    ) {
        self.isWhole = isWhole
        self.sequence = sequence
        self.rest = rest
        self.lastMember = lastMember
        self.configuration = configuration
        self.pages = pages
        self.control = control
        self.shown = shown
        self.arrivals = arrivals
        self.departures = departures
        self.isOnDemand = isOnDemand
    }

    /// Adds the record that was written next.
    package mutating func add(_ next: RoomRecord) {
        guard !next.isWhole else {
            self = next
            return
        }
        for seat in next.arrivals { add(seat) }
        sequence = next.sequence
        rest = next.rest
        lastMember = next.lastMember
        isOnDemand = next.isOnDemand
        configuration = next.configuration ?? configuration
        pages = next.pages ?? pages
        control = next.control ?? control
        shown = next.shown
        guard !next.departures.isEmpty else { return }
        let gone = Set(next.departures)
        arrivals.removeAll { gone.contains($0.member) }
    }

    /// A seat of somebody known takes the old one's place; nobody with a number above the last one is.
    private mutating func add(_ seat: Seat) {
        if seat.member <= lastMember, let place = arrivals.firstIndex(where: { $0.member == seat.member }) {
            arrivals[place] = seat
        } else {
            arrivals.append(seat)
        }
    }
}
