import ClusterServer
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Compares what the members of a cluster were told.
struct ClusterAudit {
    /// An event of a room.
    private struct EventPlace: Hashable {
        let room: Int
        let epoch: Epoch
        let sequence: Sequence
    }

    /// State that an owner must not lose once it was told.
    private struct Announced {
        var grant = FencingToken(0)
        var revision: Int64 = 0
        /// Of a march.
        var settled = PageIndex(0)

        mutating func add(_ other: Announced) {
            grant = max(grant, other.grant)
            revision = max(revision, other.revision)
            settled = max(settled, other.settled)
        }
    }

    private struct RoomMember: Hashable {
        let room: Int
        let member: MemberID
    }

    private struct OrderedRemoval: Hashable {
        let seat: RoomMember
        let epoch: UInt64
    }

    private struct MarchSteps {
        var done: Int64 = 0
        var unknown: Int64 = 0
    }

    private(set) var violations: [ClusterViolation] = []
    var counts = ClusterCounts()
    private let plan: ClusterPlan
    private var trace: Trace
    private var events: [EventPlace: Event] = [:]
    private var pictures: [EventPlace: Digest] = [:]
    /// The epoch that a member was told last.
    private var epochs: [Int: Epoch] = [:]
    /// The latest epoch that a member was told.
    private var latest: [Int: Epoch] = [:]
    /// State that was announced, and state with which later owners began, by room and number of the epoch.
    private var announced: [[UInt64: Announced]]
    private var begun: [[UInt64: Announced]]
    private var march: [MarchSteps]
    /// Changes of the pages of each room.
    private var changes: [MarchSteps]
    /// The epoch that was last told over a line.
    private var lineEpochs: [Int: Epoch] = [:]
    /// The session with which a member asked to join over a line.
    private var lineSessions: [Int: Session] = [:]
    /// The highest time that a member was told, and the highest lead of one before the time of the world.
    private var times: [Int: Instant] = [:]
    private var leads: [Int: Int64] = [:]
    /// The sessions of members, those that an operator has removed, and those whose removal members were told.
    private var sessions: [RoomMember: Session] = [:]
    private var removals: Set<OrderedRemoval> = []
    private var removed: [Session: Int64] = [:]

    init(plan: ClusterPlan, isTraced: Bool) {
        self.plan = plan
        trace = Trace(isOn: isTraced)
        announced = plan.rooms.map { _ in [:] }
        begun = plan.rooms.map { _ in [:] }
        march = plan.rooms.map { _ in MarchSteps() }
        changes = march
    }

    // MARK: The story

    mutating func complain(_ rule: ClusterViolation.Rule, _ text: String, at milliseconds: Int64) {
        note("!!! \(text)", at: milliseconds)
        guard violations.count < 40 else { return }
        violations.append(ClusterViolation(rule: rule, milliseconds: milliseconds, text: text))
    }

    mutating func note(_ text: @autoclosure () -> String, at milliseconds: Int64) {
        if trace.isOn { trace.add("\(milliseconds) \(text())") }
    }

    func story(_ count: Int) -> [String] { trace.story(count) }

    /// Takes the findings about the database.
    mutating func take(_ findings: [NodeViolation]) {
        for finding in findings {
            switch finding.rule {
            case .epochs: complain(.journal, finding.text, at: finding.milliseconds)
            case .expulsion: complain(.expulsion, finding.text, at: finding.milliseconds)
            case .ended, .order, .convergence: break
            }
        }
    }

    // MARK: Nodes

    /// A node says something to a member, over a line.
    ///
    /// - Parameters:
    ///   - isBehind: whether the clock of the node stood still lately.
    ///   - timeError: the milliseconds by which the time of nodes may be wrong; nil: by any number.
    ///   - end: the end of an ownership of the member's room, by its number.
    mutating func says(
        _ message: ServerMessage, saidAt: Instant, to member: Int, over line: Int, isBehind: Bool, timeError: Int64?,
        end: (UInt64) -> Instant?, at now: Int64
    ) {
        switch message {
        case .welcome(let welcome):
            lineEpochs[line] = welcome.epoch
            let session = lineSessions[line] ?? welcome.session
            if !isBehind, let moment = removed[session], saidAt.milliseconds > moment {
                complain(.seats, "member \(member) returns after its removal", at: now)
            }
            // It was decided before it was said, if it had to wait.
            tellTime(welcome.now, saidAt: nil, to: member, error: timeError, at: now)
        case .snapshot(let snapshot): lineEpochs[line] = snapshot.epoch
        case .pong(_, let time): tellTime(time, saidAt: saidAt, to: member, error: timeError, at: now)
        case .event(let event):
            guard !isBehind, let epoch = lineEpochs[line], let end = epoch.ownership.flatMap(end), end < saidAt
            else { return }
            complain(
                .ended,
                "member \(member) is told event \(event.sequence.number) of \(epoch.text) over line \(line), said "
                    + "at \(saidAt.milliseconds) ms, \(saidAt.milliseconds(since: end)) ms after its end", at: now)
        default: break
        }
    }

    private mutating func tellTime(_ time: Instant, saidAt: Instant?, to member: Int, error: Int64?, at now: Int64) {
        guard plan.hasSteadyClocks, let error else { return }
        if let last = times[member], time < last.advanced(byMilliseconds: -5 - error) {
            complain(.time, "member \(member) is told a time \(last.milliseconds(since: time)) ms earlier", at: now)
        }
        times[member] = max(times[member] ?? time, time)
        guard let lead = saidAt.map({ time.milliseconds(since: $0) }) else { return }
        if let before = leads[member], lead < before - 5 - error {
            complain(.time, "member \(member) is told a time that is \(before - lead) ms behind others", at: now)
        }
        leads[member] = max(leads[member] ?? lead, lead)
    }

    // MARK: Members

    /// A member asks to join over a line.
    mutating func asks(_ join: Join, over line: Int) { lineSessions[line] = join.session }

    var hasRemoved: Bool { !removals.isEmpty }

    /// An operator removes a member at the owner of its room. It counts once members were told.
    mutating func removes(_ member: MemberID, of room: Int, in epoch: UInt64) {
        removals.insert(OrderedRemoval(seat: RoomMember(room: room, member: member), epoch: epoch))
    }

    private mutating func left(_ member: MemberID, _ room: Int, in epoch: Epoch, at now: Int64) {
        let seat = RoomMember(room: room, member: member)
        guard let number = epoch.ownership, removals.contains(OrderedRemoval(seat: seat, epoch: number)),
            let session = sessions[seat]
        else { return }
        guard removed[session] == nil else { return }
        removed[session] = now
        counts.removals += 1
    }

    /// A member gets messages.
    ///
    /// - Parameter isBehind: whether the clock of the node stood still lately: such a node may take itself for the owner
    ///   for a moment, to its own members (decision 45).
    mutating func told(_ messages: [ServerMessage], to member: Int, byNodeBehind isBehind: Bool, at now: Int64) {
        let room = plan.members[member]
        for message in messages {
            switch message {
            case .welcome(let welcome):
                sessions[RoomMember(room: room, member: welcome.member)] = welcome.session
                tell(welcome.epoch, to: member, isBehind, at: now)
            case .snapshot(let snapshot):
                counts.snapshots += 1
                tell(snapshot.epoch, to: member, isBehind, at: now)
                begin(snapshot, of: room, at: now)
            case .event(let event):
                counts.events += 1
                guard let epoch = epochs[member] else { continue }
                if case .member(let other, .left) = event.change { left(other.id, room, in: epoch, at: now) }
                tell(event, of: epoch, in: room, to: member, at: now)
            default: break
            }
        }
    }

    private mutating func tell(_ epoch: Epoch, to member: Int, _ isBehind: Bool, at now: Int64) {
        let number = epoch.ownership ?? 0
        let before = latest[member]?.ownership ?? 0
        let isRepeated = number == before && latest[member] != epoch
        epochs[member] = epoch
        if number < before || isRepeated, !isBehind {
            complain(.epochs, "member \(member) is told epoch \(epoch.text) after \(before)", at: now)
        }
        if number > before, before > 0 { counts.epochChanges += 1 }
        if number >= before { latest[member] = epoch }
    }

    private mutating func tell(_ event: Event, of epoch: Epoch, in room: Int, to member: Int, at now: Int64) {
        let place = EventPlace(room: room, epoch: epoch, sequence: event.sequence)
        if let known = events[place], known != event {
            complain(
                .truth,
                "member \(member) is told event \(event.sequence.number) of \(epoch.text) in room \(room) as "
                    + "\(event.change), others as \(known.change)", at: now)
        }
        events[place] = event
        guard event.change.isKept else { return }
        var news = Announced()
        switch event.change {
        case .control(let control): news.grant = control.grant
        case .content(let content, _, _): news.revision = content.revision
        case .selected(_, let page, _, _) where plan.rooms[room].isMarch: news.settled = page
        default: return
        }
        announce(news, of: epoch.ownership ?? 0, in: room, at: now)
    }

    /// A member shows a replica.
    mutating func shows(_ replica: Replica, _ member: Int, at now: Int64) {
        guard let epoch = epochs[member], replica.isAtRest else { return }
        let place = EventPlace(room: plan.members[member], epoch: epoch, sequence: replica.sequence)
        let digest = replica.digest
        if let known = pictures[place], known != digest {
            complain(
                .truth,
                "member \(member) sees another picture than others after event \(replica.sequence.number) of "
                    + "\(epoch.text) in room \(place.room): \(replica.digestLine)", at: now)
        }
        pictures[place] = digest
    }

    // MARK: Announced

    private mutating func begin(_ snapshot: Snapshot, of room: Int, at now: Int64) {
        let number = snapshot.epoch.ownership ?? 0
        let replica = snapshot.replica
        var state = Announced(grant: replica.control.grant, revision: replica.revision)
        if plan.rooms[room].isMarch { state.settled = replica.settled }
        announce(state, of: number, in: room, at: now)
        guard begun[room][number] == nil else { return }
        begun[room][number] = state
        for (earlier, told) in announced[room] where earlier < number {
            check(told, of: earlier, state, of: number, in: room, at: now)
        }
    }

    private mutating func announce(_ news: Announced, of number: UInt64, in room: Int, at now: Int64) {
        announced[room][number, default: Announced()].add(news)
        for (later, state) in begun[room] where later > number {
            check(news, of: number, state, of: later, in: room, at: now)
        }
    }

    /// Compares what was told in an epoch with what a member was shown at first of a later one.
    private mutating func check(
        _ told: Announced, of earlier: UInt64, _ state: Announced, of later: UInt64, in room: Int, at now: Int64
    ) {
        let pairs: [(String, Int64, Int64)] = [
            ("grant", Int64(told.grant.number), Int64(state.grant.number)),
            ("revision", told.revision, state.revision), ("page", told.settled.value, state.settled.value),
        ]
        for (noun, before, after) in pairs where before > after {
            complain(
                .announced,
                "room \(room): \(noun) \(before) was told in epoch \(earlier), epoch \(later) has \(after)", at: now)
        }
    }

    // MARK: Steps of a march

    mutating func settledStep(_ answer: Answer?, in room: Int) {
        switch answer {
        case .accepted: march[room].done += 1
        case nil: march[room].unknown += 1
        case .refused: break
        }
    }

    /// The room of a march rests on this page.
    mutating func rests(_ room: Int, on page: PageIndex, at now: Int64) {
        let (done, unknown) = (march[room].done, march[room].unknown)
        counts.steps += Int(done)
        if page.value > done + unknown {
            complain(
                .once, "room \(room) is on page \(page.value) after \(done) steps, and perhaps \(unknown)", at: now)
        }
    }

    mutating func settledChange(_ answer: Answer?, in room: Int) {
        switch answer {
        case .accepted: changes[room].done += 1
        case nil: changes[room].unknown += 1
        case .refused: break
        }
    }

    /// The pages of a room have changed so often.
    mutating func changed(_ room: Int, revision: Int64, at now: Int64) {
        let (done, unknown) = (changes[room].done, changes[room].unknown)
        if revision > done + unknown {
            complain(
                .once, "room \(room) has revision \(revision) after \(done) changes, and perhaps \(unknown)", at: now)
        }
    }

    // MARK: Limits

    mutating func check(_ holdings: Holdings, of name: String, waitingRecords: Int, at now: Int64) {
        let limits: [(count: Int, limit: Int, noun: String)] = [
            (holdings.ringFrames, plan.ringFrames, "frames in a ring"),
            (holdings.mirrors, plan.rooms.count, "mirrors"),
            (holdings.waitingForCommit, 1_024 + 256, "effects that wait for a commit"),
            (holdings.wakes, 4 * plan.rooms.count + 16, "planned wake-ups"),
            (waitingRecords, 5_000, "records for the database"),
        ]
        check(limits, of: name, at: now)
    }

    /// - Parameter isRest: whether nothing has happened for long: nobody waits, and nobody who is gone is known.
    mutating func check(_ holdings: ClusterHoldings, of name: String, isRest: Bool, at now: Int64) {
        // Lines that are broken, and that a node has not noticed.
        let members = isRest ? plan.members.count : 20 * plan.members.count
        let limits: [(count: Int, limit: Int, noun: String)] = [
            (holdings.guests, members, "connections of other nodes"), (holdings.seats, members, "connections"),
            (holdings.joins, isRest ? 0 : members, "joins without an answer"),
            (holdings.openers, isRest ? 0 : plan.rooms.count * plan.nodes, "questions of nodes"),
        ]
        check(limits, of: name, at: now)
    }

    private mutating func check(_ limits: [(count: Int, limit: Int, noun: String)], of name: String, at now: Int64) {
        for (count, limit, noun) in limits where count > limit {
            complain(.bounds, "\(name): \(count) \(noun), at most \(limit) are possible", at: now)
        }
    }
}
