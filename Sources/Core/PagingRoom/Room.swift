package import PagingContent
package import PagingEngine

/// The authority over one room: the pager, the members, and the one order of events all members see.
///
/// A pure value. A call takes the time, appends its effects, and goes through the parts in this order:
/// 1. `tick`: everything due before the call happens at its own time: members away too long leave, leases end;
/// 2. `roster`: the sender's role; `requests`: the answer to an id sent before;
/// 3. `control`: whether the sender may move the pager; who has the baton;
/// 4. `shared`: the pager with its pages and presentation; it numbers and publishes the events;
/// 5. `acks`: the picture, once the pager rests, to compare with the acknowledgements of members;
/// 6. `requests`: the answer is kept and sent.
///
/// `persistence` compares the state after a call with the last record.
package struct Room: Sendable {
    package let name: String
    package let epoch: Epoch
    /// Members in the room at most, those away included.
    package var capacity = Int.max
    /// Whether a lock ends with the last presenter, because then nobody could join to end it.
    package var locksNeedPresenter = true
    private(set) var roster = Roster()
    private(set) var requests = RequestLogs()
    private var controlState: ControlState
    private(set) var shared: SharedPager
    private var acks = RenderAcks()
    private var persistence = RoomPersistence()

    /// A room at rest on its first page. A supplier that takes time has no pages until the first member has joined.
    package init(
        name: String, epoch: Epoch, supplier: Supplier, configuration: Configuration, policy: Policy = .open,
        now: Instant
    ) {
        self.name = name
        self.epoch = epoch
        let order = supplier.order(wrap: configuration.wrap)
        controlState = ControlState(Control(policy: policy))
        shared = SharedPager(
            Pager(configuration: configuration, order: order, now: now),
            RoomPages(supplier, loops: order.wrap == .loop))
    }

    /// A room restored from its records, at rest; an animation in progress counts as completed. Its members are away
    /// and have the usual time to come back.
    ///
    /// Event numbers continue in a new epoch. Nil when `record`, the sum of a room's records, has no pages or no configuration.
    package init?(name: String, epoch: Epoch, restoring record: RoomRecord, policy: Policy = .open, now: Instant) {
        guard let configuration = record.configuration, let pages = record.pages else { return nil }
        self.name = name
        self.epoch = epoch
        controlState = ControlState(record.control ?? Control(policy: policy))
        let order = pages.supplier.order(wrap: pages.loops ? .loop : .finite)
        shared = SharedPager(
            Pager(configuration: configuration, order: order, resting: record.rest, now: now),
            RoomPages(pages.supplier, loops: pages.loops), after: record.sequence)
        shared.restore(shown: record.shown)
        roster.restore(record, at: shared.pager.now)
        requests.restore(record.done.filter { roster[$0.key] != nil })
        persistence.restored(persistedState, isOnDemand: record.isOnDemand)
    }
}

/// State.
extension Room {
    /// Rights of the members, as published.
    package var control: Control { controlState.published }

    /// Members that want offsets during animations too; the server counts them.
    package var framesWanted: Int {
        get { shared.framesWanted }
        set { shared.framesWanted = newValue }
    }

    /// Whether the room was created by a join request, and so may go when it is empty; records keep it.
    package var isOnDemand: Bool {
        get { persistence.isOnDemand }
        set { persistence.isOnDemand = newValue }
    }
}

/// Time.
extension Room {
    /// Advances to `now`, and does everything that is due by then. A time before the last one counts as the last one,
    /// here and in every call.
    package mutating func tick(at now: Instant, into effects: inout [RoomEffect]) {
        while let due = membersDue, due <= now {
            advance(.tick, by: nil, at: due, into: &effects)
            for member in roster.departures(at: due) { depart(member, into: &effects) }
            if let end = controlState.leaseEndsAt, end <= due,
                controlState.passOn(in: roster, at: max(due, shared.pager.now))
            {
                publishControl(at: due, into: &effects)
            }
        }
        advance(.tick, by: nil, at: now, into: &effects)
        let now = shared.pager.now
        publishAudience(at: now, into: &effects)
        finish(into: &effects)
        report(at: now, into: &effects)
    }

    /// The next time at which `tick` has something to do, or nil; never before the time of the last call.
    package var nextDeadline: Instant? {
        let due = earliest(shared.nextDeadline, earliest(membersDue, earliest(roster.audienceDue, reportDue)))
        return due.map { max($0, shared.pager.now) }
    }

    /// The next time at which a member has been away too long or a lease ends.
    private var membersDue: Instant? { earliest(controlState.leaseEndsAt, roster.nextDeparture) }
}

/// Members.
extension Room {
    /// Adds a member with a new secret; without a `name` one is made of the number. Without a `connection`, which ends with
    /// the process, records say nothing about its requests.
    package mutating func join(
        name: String?, role: Role, session: Session, credential: Credential? = nil, connection: ConnectionKey? = nil,
        at now: Instant, into effects: inout [RoomEffect]
    ) -> MemberID {
        tick(at: now, into: &effects)
        precondition(freePlaces > 0, "expected a room that admits members: call barrier(to:) first")
        shared.beginLoad(presenters: roster.presenters, into: &effects)
        let attendee = roster.add(name: name, role: role, session: session, credential: credential)
        requests.start(of: attendee.member.id, on: connection)
        if attendee.isListed { shared.emit(.member(attendee.member, .joined), into: &effects) }
        publishAudience(at: shared.pager.now, into: &effects)
        recordPicture()
        acks.noteChange(at: shared.pager.now)
        return attendee.member.id
    }

    /// Takes the member of `session` back on a new connection; nil when the session is unknown.
    ///
    /// The member takes `name`, if given, and a role of at most `limit`, which its token grants now. A drag on the old
    /// connection ends, because the new connection numbers its requests and drags from 1.
    package mutating func rejoin(
        _ session: Session, name: String? = nil, atMost limit: Role = .presenter, credential: Credential? = nil,
        connection: ConnectionKey? = nil, at now: Instant, into effects: inout [RoomEffect]
    ) -> MemberID? {
        tick(at: now, into: &effects)
        guard let member = roster.member(of: session) else { return nil }
        advance(.holderGone, by: member, at: now, into: &effects)
        requests.start(of: member, on: connection)
        roster.setCredential(credential, of: member)
        let hasChanged = roster.change(member, name: name, atMost: limit)
        setBack(member, isNews: hasChanged, into: &effects)
        return member
    }

    /// Takes the member of `session` back on the connection that an edge has kept; nil when the session is unknown.
    ///
    /// Request ids go on: those up to `answered` have their answers, and the edge sends the later ones again. Of them,
    /// those that are in the records are answered and not performed again.
    package mutating func reopen(
        _ session: Session, on connection: ConnectionKey, answered: RequestID, at now: Instant,
        into effects: inout [RoomEffect]
    ) -> MemberID? {
        tick(at: now, into: &effects)
        guard let member = roster.member(of: session) else { return nil }
        if !requests.resume(of: member, on: connection, answered: answered) {
            advance(.holderGone, by: member, at: now, into: &effects)
        }
        setBack(member, isNews: false, into: &effects)
        return member
    }

    private mutating func setBack(_ member: MemberID, isNews: Bool, into effects: inout [RoomEffect]) {
        let wasAway = roster.setBack(member)
        if wasAway || isNews, let back = roster[member], back.isListed {
            shared.emit(.member(back.member, .back), into: &effects)
        }
        if role(of: member) == .viewer { dropBaton(of: member, into: &effects) }
        finish(into: &effects)
        acks.noteChange(at: shared.pager.now)
    }

    /// Takes note of a lost connection: the member's drag ends, the member stays for the time it may be away.
    package mutating func disconnect(_ member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard let attendee = roster[member], !attendee.member.isAway else { return }
        advance(.holderGone, by: member, at: now, into: &effects)
        roster.setAway(member, at: shared.pager.now)
        if attendee.isListed, let away = roster[member]?.member {
            shared.emit(.member(away, .away), into: &effects)
        }
        finish(into: &effects)
        acks.noteChange(at: shared.pager.now)
    }

    /// Removes a member at its own request.
    package mutating func leave(_ member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard roster[member] != nil else { return }
        advance(.holderGone, by: member, at: now, into: &effects)
        depart(member, into: &effects)
        publishAudience(at: shared.pager.now, into: &effects)
        finish(into: &effects)
    }

    /// Removes `member` at the request of a presenter or an operator, and voids its session.
    private mutating func remove(_ member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard let attendee = roster[member] else { return roster.removeDistant(member) }
        advance(.holderGone, by: member, at: now, into: &effects)
        roster.void(attendee)
        effects.append(.removed(member))
        depart(member, into: &effects)
        publishAudience(at: shared.pager.now, into: &effects)
    }

    private mutating func depart(_ member: MemberID, into effects: inout [RoomEffect]) {
        guard let attendee = roster[member] else { return }
        roster.remove(member)
        requests.remove(member)
        acks.remove(member)
        acks.noteChange(at: shared.pager.now)
        if attendee.isListed { shared.emit(.member(attendee.member, .left), into: &effects) }
        dropBaton(of: member, into: &effects)
        if shared.presentation.pointer?.by == member { shared.removePointer(into: &effects) }
    }

    /// Sends a presenter, who is told of the room from now on, the next report even if nothing has changed.
    package mutating func noteWelcome(of member: MemberID) {
        if role(of: member) == .presenter { acks.repeatReport(at: shared.pager.now) }
    }

    /// Takes a message of the edges of a cluster about their viewers.
    package mutating func take(_ word: AudienceWord, at now: Instant, into effects: inout [RoomEffect]) {
        tick(at: now, into: &effects)
        if let first = roster.take(word, at: shared.pager.now) { effects.append(.audienceNumbers(first: first)) }
        acks.noteChange(at: shared.pager.now)
        tick(at: now, into: &effects)
    }

    private mutating func publishAudience(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = roster.audienceDue, due <= now else { return }
        shared.emit(.audience(viewers: roster.publishAudience(at: now)), into: &effects)
    }
}

/// Requests.
extension Room {
    /// Performs the request of `member`, or refuses it without any change.
    ///
    /// `id` is nil for drag samples, which are not answered; an id sent again gets its answer again. `grant` is the
    /// fencing token under which the sender believes to move the pager; any other than the present one is refused.
    package mutating func handle(
        _ request: Request, id: RequestID?, grant: FencingToken? = nil, from member: MemberID, at now: Instant,
        into effects: inout [RoomEffect]
    ) {
        guard let role = role(of: member) else { return }
        if let due = membersDue, due <= now { tick(at: now, into: &effects) }
        if let id, let answer = requests.repeatedAnswer(to: id, of: member, newest: sequence) {
            effects.append(.answer(member, answer))
            return
        }
        // What is due by now happens first, so that later events are the request's.
        if id != nil { advance(.tick, by: nil, at: now, into: &effects) }
        let before = sequence
        var refusal: Refusal?
        do throws(Refusal) {
            try request.check(role)
            if request.isMove { try controlState.checkMove(of: member, as: role, token: grant, in: roster) }
            try perform(request, by: member, as: role, at: now, into: &effects)
            if request.isMove, controlState.renewLease(of: member, at: max(now, shared.pager.now)) {
                publishControl(at: now, into: &effects)
            }
        } catch {
            refusal = error
        }
        finish(into: &effects)
        guard let id else { return }
        let hasChanged = sequence > before || request.isPrivate
        let answer = refusal.map { Answer.refused(id, $0, sequence) } ?? .accepted(id, sequence, changed: hasChanged)
        requests.record(answer, to: id, of: member)
        effects.append(.answer(member, answer))
    }

    /// Performs the order of an operator, who is no member. To close the room is up to its owner.
    package mutating func operate(_ operation: RoomOperation, at now: Instant, into effects: inout [RoomEffect]) {
        tick(at: now, into: &effects)
        switch operation {
        case .unlock: if controlState.setLocked(false) { publishControl(at: now, into: &effects) }
        case .kick(let member): remove(member, at: now, into: &effects)
        case .close: break
        }
        finish(into: &effects)
    }

    private mutating func perform(
        _ request: Request, by member: MemberID, as role: Role, at now: Instant, into effects: inout [RoomEffect]
    ) throws(Refusal) {
        switch request {
        case .control(let action):
            let time = max(now, shared.pager.now)
            let isChanged = try controlState.perform(action, by: member, as: role, in: roster, at: time)
            if isChanged { publishControl(at: now, into: &effects) }
        case .lock(let on): if controlState.setLocked(on) { publishControl(at: now, into: &effects) }
        case .leash(let leash): if controlState.setLeash(leash) { publishControl(at: now, into: &effects) }
        case .remove(let other):
            guard roster[other] != nil, other != member else {
                throw Refusal(.badRequest, "member: nobody else here has number \(other.number)")
            }
            remove(other, at: now, into: &effects)
        case .content(let revision, let pages, let wrap):
            let slots = shared.pager.configuration.windowSlots
            let (order, loops) = try shared.pages.order(of: pages, wrap: wrap, slots: slots)
            let input = Input.content(revision: revision, order)
            try apply(input, by: member, at: now, supplier: .listed(pages), into: &effects)
            shared.contentReplaced(loops: loops, presenters: roster.presenters, into: &effects)
        case .step(let direction, let page, let seen):
            advance(.tick, by: nil, at: now, into: &effects)
            if try shared.reveal(direction, of: page, seen: seen, by: member, into: &effects) { return }
            try apply(.step(direction, from: page), by: member, at: now, into: &effects)
        case .blank(let on): shared.setBlank(on, by: member, into: &effects)
        case .point(let page, let at): try shared.point(to: page, at: at, by: member, into: &effects)
        case .pointNowhere: shared.removePointer(into: &effects)
        case .scroll(let page, let at):
            guard control.sharesScroll(of: member, role) else {
                throw Refusal(.forbidden, "a presenter, or the holder of the baton, scrolls for everybody")
            }
            try shared.scroll(to: page, at: at, by: member, into: &effects)
        default:
            guard let input = try request.input(for: shared.pager.configuration, of: shared.pages) else { return }
            try apply(input, by: member, at: now, into: &effects)
        }
    }

    /// Applies `input` to the pager; throws when the pager rejects it.
    private mutating func apply(
        _ input: Input, by member: MemberID, at now: Instant, supplier: Supplier? = nil,
        into effects: inout [RoomEffect]
    ) throws(Refusal) {
        guard let rejection = advance(input, by: member, at: now, supplier: supplier, into: &effects) else { return }
        guard case .dragging(let drag) = shared.pager.phase else { throw Refusal(rejection, holderName: nil) }
        throw Refusal(rejection, holderName: roster[drag.holder]?.member.name)
    }

    @discardableResult
    private mutating func advance(
        _ input: Input, by member: MemberID?, at now: Instant, supplier: Supplier? = nil,
        into effects: inout [RoomEffect]
    ) -> Rejection? {
        shared.advance(
            input, by: member, at: now, supplier: supplier, presenters: roster.presenters, into: &effects)
    }

    /// Publishes who may do what. A drag of a member that has lost control ends before.
    private mutating func publishControl(at now: Instant, into effects: inout [RoomEffect]) {
        for holder in shared.holders where !control.allows(holder, role(of: holder) ?? .viewer) {
            advance(.holderGone, by: holder, at: now, into: &effects)
        }
        shared.emit(.control(control), into: &effects)
    }

    private mutating func dropBaton(of member: MemberID, into effects: inout [RoomEffect]) {
        let now = shared.pager.now
        if controlState.remove(member, in: roster, at: now) { publishControl(at: now, into: &effects) }
    }

    /// The end of a call: ends a lock without a key, tells edges new rules, sends an offset that is due, and records the
    /// picture if the pager rests. A picture within the call is not recorded, as no member stays at it.
    private mutating func finish(into effects: inout [RoomEffect]) {
        if locksNeedPresenter, control.isLocked, roster.presenters.isEmpty, controlState.setLocked(false) {
            publishControl(at: shared.pager.now, into: &effects)
        }
        if let rules = roster.takeNewRules(control, free: freePlaces) { effects.append(.audienceRules(rules)) }
        shared.sendOffsetIfDue(at: shared.pager.now, into: &effects)
        recordPicture()
    }
}

/// Acknowledgements and records.
extension Room {
    /// Takes the acknowledgements of members. Returns those that differ from the room's picture, once per picture.
    package mutating func take(_ drawn: [Drawn]) -> [Divergence] {
        drawn.filter { roster[$0.member] != nil }.compactMap { acks.take($0, newest: sequence, at: shared.pager.now) }
    }

    private mutating func recordPicture() {
        if let changed = shared.pictureChangedAt { acks.end(before: changed) }
        if let rest = shared.takeSettledPicture() { acks.begin(at: rest.at, rest.digest, now: shared.pager.now) }
    }

    private var reportDue: Instant? { roster.presenters.isEmpty ? nil : acks.due }

    private mutating func report(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = reportDue, due <= now else { return }
        guard let report = acks.takeReport(at: now, { InStep($0, cut: $1, in: roster) }) else { return }
        effects.append(.inStep(report, to: roster.presenters))
    }

    /// The record of the changes since the last one, or nil without any; everything the first time and if `whole`. It
    /// must be taken after every call. The record at the beginning of an animation says where the animation will end.
    package mutating func takeRecord(whole: Bool = false) -> RoomRecord? {
        persistence.takeRecord(
            whole: whole, of: persistedState, pages: shared.pages, roster: &roster, requests: &requests, at: sequence)
    }

    private var persistedState: PersistedState {
        shared.persistedState(with: control.lasting, removed: roster.voidCredentials)
    }
}
