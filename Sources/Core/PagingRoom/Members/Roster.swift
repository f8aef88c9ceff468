import PagingEngine

/// The members of a room: who is present, and who is away and until when.
struct Roster: Sendable {
    /// Members announced one by one at most. Viewers beyond it are only counted, so that a crowd's arrivals neither
    /// fill every connection nor push the room's events out of its ring.
    static let listedLimit = 200
    /// Time that a member without a connection stays in the room.
    static let awayMilliseconds: Int64 = 10_000
    /// Interval between two events about the number of viewers at least.
    static let audienceIntervalMilliseconds: Int64 = 1_000

    struct Attendee: Sendable {
        fileprivate(set) var member: Member
        let session: Session
        fileprivate(set) var credential: Credential?
        let isListed: Bool
        fileprivate var awayUntil: Instant?
    }

    private var attendees: [MemberID: Attendee] = [:]
    private var sessions: [Session: MemberID] = [:]
    /// In the order of their deadlines, as every member is away equally long.
    private var departing: [(at: Instant, member: MemberID)] = []
    private var lastNumber: UInt32 = 0
    /// Arrivals, changes and departures since the newest record; nil before the first record, which lists everybody.
    private var unrecorded: (arrivals: [MemberID], departures: [MemberID])?
    /// Sessions and tokens of removed members, the oldest first.
    private(set) var voidCredentials: [Credential] = []
    private var names = NameList()
    private(set) var presenters: [MemberID] = []
    private var listed = 0
    private var audiencePublishedAt: Instant?
    /// Number of unlisted viewers as last published, which a snapshot has too.
    private(set) var publishedViewers = 0
    /// Viewers at the edges of a cluster; they are no attendees.
    private(set) var distant = DistantAudience()
    /// Whether numbers were given to an edge since the newest record.
    private var hasUnrecordedNumbers = false

    var count: Int { attendees.count }

    subscript(member: MemberID) -> Attendee? { attendees[member] }

    func member(of session: Session) -> MemberID? { sessions[session] }

    /// Members with a connection, in no order.
    var present: some Swift.Sequence<Attendee> { attendees.values.lazy.filter { !$0.member.isAway } }

    /// All members by number.
    var members: [Member] { attendees.values.map(\.member).sorted { $0.id < $1.id } }

    /// The listed members by number.
    var listedMembers: [Member] {
        attendees.values.filter(\.isListed).map(\.member).sorted { $0.id < $1.id }
    }
}

/// Joining and leaving.
extension Roster {
    /// Adds a member with the next number; a viewer beyond the limit is not listed. Its name is made distinct.
    mutating func add(name: String?, role: Role, session: Session, credential: Credential? = nil) -> Attendee {
        precondition(sessions[session] == nil, "expected a new session, got that of a member")
        lastNumber += 1
        let id = MemberID(lastNumber)
        let isListed = role != .viewer || listed < Roster.listedLimit
        let called = names.add(name, else: "\(role.rawValue)-\(lastNumber)")
        let member = Member(id: id, name: called, role: role)
        if role == .presenter { presenters.append(id) }
        let attendee = Attendee(member: member, session: session, credential: credential, isListed: isListed)
        attendees[id] = attendee
        sessions[session] = id
        noteArrival(of: id)
        listed += isListed ? 1 : 0
        return attendee
    }

    /// Renames a member, if `name` is given, and lowers its role to `limit`. Returns whether that changed anything.
    ///
    /// A member that asks again for the name it asked for before keeps the number added to it.
    mutating func change(_ member: MemberID, name: String?, atMost limit: Role) -> Bool {
        guard let old = attendees[member]?.member else { return false }
        var new = old
        new.role = old.role.limited(to: limit)
        if let name, !NameList.is(old.name, aFormOf: name) {
            names.remove(old.name)
            new.name = names.add(name, else: "\(new.role.rawValue)-\(member.number)")
        }
        guard new != old else { return false }
        attendees[member]?.member = new
        if new.role != .presenter { presenters.removeAll { $0 == member } }
        noteArrival(of: member)
        return true
    }

    mutating func remove(_ member: MemberID) {
        guard let attendee = attendees.removeValue(forKey: member) else { return }
        sessions[attendee.session] = nil
        unrecorded?.departures.append(member)
        names.remove(attendee.member.name)
        presenters.removeAll { $0 == member }
        listed -= attendee.isListed ? 1 : 0
    }

    /// Refuses the member's session from now on, and its token unless another member has joined with the same one: then
    /// the token is that of an audience.
    mutating func void(_ attendee: Attendee) {
        void(Credential(session: attendee.session))
        guard let credential = attendee.credential,
            !attendees.values.contains(where: { $0.credential == credential && $0.member.id != attendee.member.id })
        else { return }
        void(credential)
    }

    private mutating func void(_ credential: Credential) {
        guard !voidCredentials.contains(credential) else { return }
        if voidCredentials.count == RoomRecord.removedLimit { voidCredentials.removeFirst() }
        voidCredentials.append(credential)
    }

    func isVoid(_ sessions: [Session?], _ credential: Credential?) -> Bool {
        let named = sessions.map { $0.map { Credential(session: $0) } } + [credential]
        return named.contains { $0.map(voidCredentials.contains) == true }
    }
}

/// Members away.
extension Roster {
    mutating func setAway(_ member: MemberID, at now: Instant) {
        let deadline = now.advanced(byMilliseconds: Roster.awayMilliseconds)
        attendees[member]?.member.isAway = true
        attendees[member]?.awayUntil = deadline
        departing.append((deadline, member))
    }

    /// Notes the token by which a member has come back.
    mutating func setCredential(_ credential: Credential?, of member: MemberID) {
        guard let credential, let known = attendees[member], known.credential != credential else { return }
        attendees[member]?.credential = credential
        noteArrival(of: member)
    }

    /// Takes a member back with a connection; returns whether it was away.
    @discardableResult
    mutating func setBack(_ member: MemberID) -> Bool {
        let wasAway = attendees[member]?.member.isAway == true
        attendees[member]?.member.isAway = false
        attendees[member]?.awayUntil = nil
        return wasAway
    }

    var nextDeparture: Instant? { departing.first?.at }

    /// Takes the members whose time away has ended by `now`.
    mutating func departures(at now: Instant) -> [MemberID] {
        guard let first = departing.first, first.at <= now else { return [] }
        let due = departing.prefix { $0.at <= now }
        departing.removeFirst(due.count)
        return due.filter { attendees[$0.member]?.awayUntil == $0.at }.map(\.member)
    }
}

/// The number of viewers that are not listed.
extension Roster {
    private var viewers: Int { attendees.count - listed + distant.tally.viewers }

    /// Time of the next event about it; nil while the number is as published.
    var audienceDue: Instant? {
        guard viewers != publishedViewers else { return nil }
        return audiencePublishedAt?.advanced(byMilliseconds: Roster.audienceIntervalMilliseconds)
            ?? Instant(milliseconds: .min)
    }

    /// The number to publish at `now`.
    mutating func publishAudience(at now: Instant) -> Int {
        audiencePublishedAt = now
        publishedViewers = viewers
        return publishedViewers
    }
}

/// Viewers at the edges of a cluster.
extension Roster {
    /// Takes a message of the edges. Returns the first number of a block for one of them.
    mutating func take(_ word: AudienceWord, at now: Instant) -> MemberID? {
        switch word {
        case .tally(let tally): distant.take(tally)
        case .wantsNumbers where hasNumbers:
            defer { lastNumber += AudienceRules.numbersInBlock }
            hasUnrecordedNumbers = true
            return MemberID(lastNumber + 1)
        case .wantsNumbers: break
        case .adopt(let viewers): for viewer in viewers { adopt(viewer, at: now) }
        // A token that members have, too, is that of an audience.
        case .void(let credentials):
            for credential in credentials where !attendees.values.contains(where: { $0.credential == credential }) {
                void(credential)
            }
        }
        return nil
    }

    private var hasNumbers: Bool { lastNumber < .max - 2 * AudienceRules.numbersInBlock }

    /// Makes a viewer a member that is away and not listed. A record must hold all members.
    private mutating func adopt(_ viewer: AdmittedViewer, at now: Instant) {
        guard count < RoomRecord.memberLimit, wasGiven(viewer.member), self[viewer.member] == nil,
            member(of: viewer.session) == nil
        else { return }
        let name = names.add(viewer.name, else: "viewer-\(viewer.member.number)")
        attendees[viewer.member] = Attendee(
            member: Member(id: viewer.member, name: name, role: .viewer), session: viewer.session,
            credential: viewer.credential, isListed: false)
        sessions[viewer.session] = viewer.member
        noteArrival(of: viewer.member)
        setAway(viewer.member, at: now)
    }

    private func wasGiven(_ member: MemberID) -> Bool { member > MemberID(0) && member.number <= lastNumber }

    /// Whether a viewer at an edge may have this number.
    func mayBeDistant(_ member: MemberID) -> Bool {
        self[member] == nil && distant.tally.viewers > 0 && wasGiven(member)
    }

    mutating func removeDistant(_ member: MemberID) { if mayBeDistant(member) { distant.remove(member) } }

    /// Takes the rules for edges, if they are new.
    mutating func takeNewRules(_ control: Control, free: Int) -> AudienceRules? {
        let isOpen = !control.isLocked && listed >= Roster.listedLimit && hasNumbers
        return distant.takeNewRules(isOpen: isOpen, free: free, void: voidCredentials)
    }
}

/// Records.
extension Roster {
    var lastMember: MemberID { MemberID(lastNumber) }

    var hasUnrecordedChanges: Bool {
        hasUnrecordedNumbers || unrecorded.map { !$0.arrivals.isEmpty || !$0.departures.isEmpty } ?? false
    }

    /// Members that have arrived or changed, and those that have left, since the last record; everybody if `whole`.
    mutating func takeRecord(whole: Bool) -> (arrivals: [RoomRecord.StoredMember], departures: [MemberID]) {
        defer { (unrecorded, hasUnrecordedNumbers) = (([], []), false) }
        if whole { return (storedMembers(of: attendees.keys.sorted()), []) }
        // A member that arrived and left since then is not in the first list.
        return (storedMembers(of: unrecorded?.arrivals ?? []), unrecorded?.departures ?? [])
    }

    /// Adds the members of a record, away since `now`, and the sessions and tokens of those removed before.
    mutating func restore(_ record: RoomRecord, at now: Instant) {
        voidCredentials = (record.removed ?? []).suffix(RoomRecord.removedLimit)
        for stored in record.arrivals {
            guard stored.member > MemberID(0), self[stored.member] == nil, member(of: stored.session) == nil
            else { continue }
            lastNumber = stored.member.number - 1
            _ = add(name: stored.name, role: stored.role, session: stored.session, credential: stored.credential)
            setAway(stored.member, at: now)
        }
        lastNumber = record.lastMember.number
        unrecorded = ([], [])
    }

    private mutating func noteArrival(of member: MemberID) {
        if unrecorded?.arrivals.contains(member) == false { unrecorded?.arrivals.append(member) }
    }

    private func storedMembers(of members: [MemberID]) -> [RoomRecord.StoredMember] {
        members.compactMap { id in
            self[id].map {
                RoomRecord.StoredMember(
                    member: id, name: $0.member.name, role: $0.member.role, session: $0.session,
                    credential: $0.credential)
            }
        }
    }
}
