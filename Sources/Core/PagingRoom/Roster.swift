import PagingEngine

/// Who is in a room, who is away and for how long, and what each was answered.
struct Roster: Sendable {
    /// Announced one by one; beyond it viewers are only counted, so that a crowd's comings and goings neither
    /// fill everybody's line nor push the room's history out of its ring.
    static let listedLimit = 200
    /// How long a member without a connection is expected back.
    static let awayMilliseconds: Int64 = 10_000
    /// The crowd's number is told at most this often.
    static let audienceIntervalMilliseconds: Int64 = 1_000
    /// Answers kept for repeated ids.
    static let answersKept = 16
    /// Sessions of removed members kept, which bounds the memory; whoever comes with an older one is a stranger.
    static let voidLimit = 1_000

    struct Attendee: Sendable {
        var member: Member
        let session: Session
        let isListed: Bool
        var awayUntil: Instant?
        var lastRequest = RequestID(0)
        var answers: [(id: RequestID, answer: Answer)] = []
    }

    private var attendees: [MemberID: Attendee] = [:]
    private var sessions: [Session: MemberID] = [:]
    /// In the order of their deadlines, for everybody stays away equally long.
    private var departing: [(at: Instant, member: MemberID)] = []
    var lastNumber: UInt32 = 0
    /// For the memory of the room; nil without one.
    var news: News?
    /// Sessions of members removed, the oldest first.
    private var voidSessions: [Session] = []
    private var names = NameList()
    private(set) var presenters: [MemberID] = []
    private(set) var listed = 0
    private var audienceToldAt: Instant?
    /// The crowd as last told, which is what a snapshot says too.
    private(set) var viewersTold = 0

    var count: Int { attendees.count }
    var viewersUnlisted: Int { attendees.count - listed }

    subscript(member: MemberID) -> Attendee? { attendees[member] }

    func member(of session: Session) -> MemberID? { sessions[session] }

    /// Everybody, by number.
    var members: [MemberID] { attendees.keys.sorted() }

    /// Everybody whose connection stands, in no order.
    var present: some Swift.Sequence<Attendee> { attendees.values.lazy.filter { !$0.member.isAway } }

    /// The listed members by number.
    var listedMembers: [Member] {
        attendees.values.filter(\.isListed).map(\.member).sorted { $0.id < $1.id }
    }

    /// Adds a member with the next number; a viewer beyond the limit is not listed. Its name is made distinct.
    mutating func add(name: String?, role: Role, session: Session) -> Attendee {
        precondition(sessions[session] == nil, "a session names one member")
        lastNumber += 1
        let id = MemberID(lastNumber)
        let isListed = role != .viewer || listed < Roster.listedLimit
        let called = names.add(name, else: "\(role.rawValue)-\(lastNumber)")
        let member = Member(id: id, name: called, role: role)
        if role == .presenter { presenters.append(id) }
        let attendee = Attendee(member: member, session: session, isListed: isListed)
        attendees[id] = attendee
        sessions[session] = id
        noteSeat(of: id)
        listed += isListed ? 1 : 0
        return attendee
    }

    /// Calls a member by another name, where one is given, and makes it no more than `limit`. False: nothing changed.
    ///
    /// Who asks again for the name it asked for before keeps the number that came with it.
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
        noteSeat(of: member)
        return true
    }

    private mutating func noteSeat(of member: MemberID) {
        if news?.arrivals.contains(member) == false { news?.arrivals.append(member) }
    }

    mutating func remove(_ member: MemberID) {
        guard let attendee = attendees.removeValue(forKey: member) else { return }
        sessions[attendee.session] = nil
        news?.departures.append(member)
        names.remove(attendee.member.name)
        presenters.removeAll { $0 == member }
        listed -= attendee.isListed ? 1 : 0
    }

    /// Takes note that nobody comes in with `session` any more. The newest thousand are known.
    mutating func void(_ session: Session) {
        if voidSessions.count == Roster.voidLimit { voidSessions.removeFirst() }
        voidSessions.append(session)
    }

    func isVoid(_ session: Session) -> Bool { voidSessions.contains(session) }

    mutating func setAway(_ member: MemberID, at now: Instant) {
        let deadline = now.advanced(byMilliseconds: Roster.awayMilliseconds)
        attendees[member]?.member.isAway = true
        attendees[member]?.awayUntil = deadline
        departing.append((deadline, member))
    }

    /// Takes a member back with a new connection, whose request ids start again.
    mutating func setBack(_ member: MemberID) {
        attendees[member]?.member.isAway = false
        attendees[member]?.awayUntil = nil
        attendees[member]?.lastRequest = RequestID(0)
        attendees[member]?.answers = []
    }

    var nextDeparture: Instant? { departing.first?.at }

    /// Takes out those whose time away is over.
    mutating func departures(at now: Instant) -> [MemberID] {
        guard let first = departing.first, first.at <= now else { return [] }
        let due = departing.prefix { $0.at <= now }
        departing.removeFirst(due.count)
        return due.filter { attendees[$0.member]?.awayUntil == $0.at }.map(\.member)
    }
}

extension Roster {
    /// The member's last request id; 0 before the first.
    func lastRequest(of member: MemberID) -> RequestID { attendees[member]?.lastRequest ?? RequestID(0) }

    /// What was answered to `id`, as long as it is kept.
    func answer(to id: RequestID, for member: MemberID) -> Answer? {
        attendees[member]?.answers.first { $0.id == id }?.answer
    }

    mutating func remember(_ answer: Answer, to id: RequestID, for member: MemberID) {
        guard var attendee = attendees.removeValue(forKey: member) else { return }
        attendee.lastRequest = id
        if attendee.answers.count == Roster.answersKept { attendee.answers.removeFirst() }
        attendee.answers.append((id, answer))
        attendees[member] = attendee
    }
}

extension Roster {
    /// When the crowd's number is to be told, or nil while it has not changed.
    var audienceDue: Instant? {
        guard viewersUnlisted != viewersTold else { return nil }
        return audienceToldAt?.advanced(byMilliseconds: Roster.audienceIntervalMilliseconds)
            ?? Instant(milliseconds: .min)
    }

    mutating func tellAudience(at now: Instant) -> Int {
        audienceToldAt = now
        viewersTold = viewersUnlisted
        return viewersTold
    }
}
