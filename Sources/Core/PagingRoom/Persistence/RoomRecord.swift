package import PagingContent
package import PagingEngine

/// The state of a room that must survive a crash: whole, or the changes since the record before.
///
/// Records are added in order; `Room.init(name:epoch:restoring:policy:now:)` takes the sum.
package struct RoomRecord: Hashable, Sendable {
    /// Members of a room at most, away ones included, so that a whole record stays readable (`RoomRecord.init(bytes:)`).
    package static let memberLimit = 10_000
    /// Sessions and tokens of removed members kept at most, which bounds the memory; an older one counts as unknown.
    package static let removedLimit = 1_000

    /// The pages of a room, and whether its list loops.
    package struct Pages: Hashable, Sendable {
        package var supplier: Supplier
        package var loops: Bool

        package init(supplier: Supplier, loops: Bool) {
            self.supplier = supplier
            self.loops = loops
        }
    }

    /// A member, with the session by which it may come back.
    package struct StoredMember: Hashable, Sendable {
        package var member: MemberID
        package var name: String
        package var role: Role
        package var session: Session
        /// The token with which it joined, if there was one.
        package var credential: Credential?

        package init(
            member: MemberID, name: String, role: Role, session: Session, credential: Credential? = nil
        ) {
            self.member = member
            self.name = name
            self.role = role
            self.session = session
            self.credential = credential
        }
    }

    /// Whether it is the whole state, independent of the records before.
    package var isWhole: Bool
    /// The last event's number when it was written.
    package var sequence: Sequence
    package var rest: Pager.Rest
    /// The newest member's number; no number is given twice.
    package var lastMember: MemberID
    /// Nil when unchanged. A whole record has it.
    package var configuration: Configuration?
    /// Nil when unchanged. A whole record has them.
    package var pages: Pages?
    /// Policy, leash, lock and the newest fencing token, without the holder of the baton. Nil when unchanged.
    package var control: Control?
    /// Number of steps shown of the page the pager comes to rest on.
    package var shown: Int
    /// New members and members whose name or role has changed, as they are now; in a whole record all members.
    package var arrivals: [StoredMember]
    /// Members that have left. One of them may have arrived in the same record.
    package var departures: [MemberID]
    /// Sessions and tokens of removed members. Nil when unchanged.
    package var removed: [Credential]?
    /// Whether the room was created by a join request, and so may go when it is empty.
    package var isOnDemand: Bool
    /// The request of this record, by its sender; in a whole record the newest of every member.
    package var done: [MemberID: DoneRequest]

    package init(
        isWhole: Bool, sequence: Sequence, rest: Pager.Rest, lastMember: MemberID, configuration: Configuration? = nil,
        pages: Pages? = nil, control: Control? = nil, shown: Int = 0, arrivals: [StoredMember] = [],
        departures: [MemberID] = [], removed: [Credential]? = nil, isOnDemand: Bool = false,
        done: [MemberID: DoneRequest] = [:]
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
        self.removed = removed
        self.isOnDemand = isOnDemand
        self.done = done
    }

    /// Adds the next record.
    package mutating func add(_ next: RoomRecord) {
        guard !next.isWhole else {
            self = next
            return
        }
        for member in next.arrivals { add(member) }
        sequence = next.sequence
        rest = next.rest
        lastMember = next.lastMember
        isOnDemand = next.isOnDemand
        configuration = next.configuration ?? configuration
        pages = next.pages ?? pages
        control = next.control ?? control
        removed = next.removed ?? removed
        shown = next.shown
        done.merge(next.done) { $1 }
        guard !next.departures.isEmpty else { return }
        let gone = Set(next.departures)
        arrivals.removeAll { gone.contains($0.member) }
        for member in gone { done[member] = nil }
    }

    /// Adds a member, or replaces that of the same member. Members with a number above `lastMember` are new.
    private mutating func add(_ member: StoredMember) {
        if member.member <= lastMember, let index = arrivals.firstIndex(where: { $0.member == member.member }) {
            arrivals[index] = member
        } else {
            arrivals.append(member)
        }
    }
}

/// The number of a record in one life of a room: the first is 1, each next one higher by one.
package struct RecordNumber: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// The number before the first record.
    package static let none = RecordNumber(0)

    package var next: RecordNumber { RecordNumber(number + 1) }

    package static func < (left: RecordNumber, right: RecordNumber) -> Bool { left.number < right.number }
}
