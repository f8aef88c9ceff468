package import ClusterTraffic
package import PagingEngine
package import Support

/// A node of a cluster: its own lease, its view of the others, and the clocks that it shares with them.
///
/// registering → live ⇄ silent → ended → registering; asked to leave → gone. An edge has no row and no lease.
package struct ClusterNode: Sendable {
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Has no row yet.
        case registering
        /// Has a row, or needs none.
        case registered
        /// The life has ended; the row is to be removed.
        case ending
        case gone
    }

    package let settings: NodeSettings
    /// This life; another one after each end.
    package private(set) var id: NodeID
    package private(set) var phase = Phase.registering
    package private(set) var isDraining = false
    /// The time of the next `tick` if nothing happens before.
    package private(set) var nextDeadline: Instant?
    /// The format in which records are written: the lowest of all registered nodes.
    package private(set) var writtenFormat: UInt32
    private var random: SeedStream
    private var lease: OwnLease
    private var hearing: FabricHearing
    private var clock = ClusterClock()
    private var observation: BeatObservation
    private var clocks: PeerClocks
    private var directory: NodeDirectory
    /// The names of other nodes in the table, as it was read last.
    private var names: [NodeID: String] = [:]
    private var own = StatementSlot<NodeStatement>()
    private var others = StatementSlot<NodeStatement>()
    private var endReason: NodeEndReason?
    private var isLive = false
    /// Whether another node has the name.
    private var isNameInUse = false
    /// Whether own beats must be heard, or nobody's, before the node registers again.
    private var mustBeHeard = false
    private var readAt: Instant?
    private var readSentAt: Instant?
    private var beatAt: Instant?
    private var pingAt: Instant?
    /// Nodes that this one has expelled.
    package private(set) var expulsionCount: UInt64 = 0

    package init(_ settings: NodeSettings, random: SeedStream, at now: Instant) {
        var random = random
        let timing = settings.timing
        id = NodeID.random(using: &random)
        self.settings = settings
        self.random = random
        writtenFormat = settings.formats.upperBound
        lease = OwnLease(of: id, timing, at: now)
        hearing = FabricHearing(timing, at: now)
        observation = BeatObservation(timing)
        clocks = PeerClocks(timing)
        directory = NodeDirectory(timing)
    }

    // MARK: Questions

    /// The time that everything said now carries; nil while the node must not speak.
    package func valid(at now: Instant) -> Instant? {
        guard phase == .registered, let end = lease.validUntil, now < end else { return nil }
        return end
    }

    /// Whether words of `sender` that carry `valid` count, if they arrive now.
    package func obeys(valid: Instant, from sender: NodeID, at now: Instant) -> Bool {
        guard sender == id else { return clocks.obeys(valid: valid, from: sender, at: now) }
        return phase == .registered && valid.isPlausible && lease.validUntil.map { valid <= $0 } ?? false
            && now.milliseconds(since: valid) <= settings.timing.tolerance
    }

    /// The time until which this node takes part in the cluster if nothing happens before: the end of its lease or, at an
    /// edge that knows the shared time, the end of the time for which a registered node counts as heard. Nil: it does not.
    package func servesUntil(at now: Instant) -> Instant? {
        guard settings.role == .edge else { return valid(at: now) }
        guard phase == .registered, clock.time(at: now) != nil, let end = directory.ownersHeardUntil, now < end
        else { return nil }
        return end
    }

    /// The time that all nodes share; nil while it is not known.
    package func clusterTime(at now: Instant) -> Instant? { clock.time(at: now) }

    /// Whether the node may take rooms: it speaks, and is heard at least as well as others.
    package func mayClaim(at now: Instant) -> Bool {
        valid(at: now) != nil && !isDraining && (hearing.isHeard(at: now) || !hearing.isAnotherHeard)
    }

    /// Nodes that may be asked for rooms, this one included.
    package func owners(at now: Instant) -> [NodeID] {
        let others = directory.owners(at: now)
        return mayClaim(at: now) ? (others + [id]).sorted() : others
    }

    /// Whether a beat of another node came, and no news of its end since.
    package func knows(_ node: NodeID) -> Bool { directory[node] != nil }

    /// Whether a beat of another node came lately.
    package func isHeard(_ node: NodeID, at now: Instant) -> Bool { directory.isHeard(node, at: now) }

    /// The sending of the oldest statement that the database has not answered; nil when it has answered all.
    package var statementSince: Instant? { earliest(own.waitingSince, others.waitingSince) }

    /// The rest of the lease in milliseconds; nil while the node must not speak.
    package func leaseMilliseconds(at now: Instant) -> Int64? { valid(at: now).map { $0.milliseconds(since: now) } }

    /// All registered nodes and edges that are known, this one first and the others by name.
    package func statuses(at now: Instant) -> [NodeStatus] {
        let own = NodeStatus(
            id: id, name: settings.name, isOwn: true, isEdge: settings.role == .edge,
            isLive: servesUntil(at: now) != nil, isDraining: isDraining,
            leaseAgeMilliseconds: lease.confirmedSince.map { now.milliseconds(since: $0) },
            beatLagMilliseconds: hearing.lag(at: now))
        let others = Set(directory.listed).union(names.keys).map { node in
            NodeStatus(
                id: node, name: directory[node]?.name ?? names[node] ?? "", isOwn: false,
                isEdge: directory[node]?.role == .edge, isLive: directory.isHeard(node, at: now),
                isDraining: directory[node]?.isDraining ?? false,
                leaseAgeMilliseconds: observation.age(of: node, at: now),
                beatLagMilliseconds: directory.lag(of: node, at: now))
        }
        return [own] + others.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    // MARK: Events

    package mutating func handle(_ event: NodeEvent, at now: Instant, into effects: inout [NodeEffect]) {
        guard phase != .gone else { return }
        switch event {
        case .start: begin(at: now, into: &effects)
        case .tick: break
        case .received(let message, let sender): receive(message, from: sender, at: now, into: &effects)
        case .answered(let statement, let outcome): answered(statement, outcome, at: now, into: &effects)
        case .drain:
            isDraining = true
            beatAt = now
        case .leave: end(.asked, into: &effects)
        }
        advance(at: now, into: &effects)
    }

    private mutating func begin(at now: Instant, into effects: inout [NodeEffect]) {
        id = NodeID.random(using: &random)
        lease = OwnLease(of: id, settings.timing, at: now)
        hearing = FabricHearing(settings.timing, at: now)
        phase = settings.role == .owner ? .registering : .registered
        (endReason, isNameInUse, readAt, beatAt, pingAt) = (nil, false, now, now, now)
        effects.append(.began(id))
    }

    private mutating func end(_ reason: NodeEndReason, into effects: inout [NodeEffect]) {
        guard phase == .registering || phase == .registered else {
            if reason == .asked { endReason = .asked }
            return
        }
        phase = settings.role == .owner ? .ending : .gone
        (endReason, isLive) = (reason, false)
        if reason == .unheard { mustBeHeard = true }
        effects.append(.ended(reason))
        if phase == .gone { effects += [.send(.gone(id), to: .beat), .left] }
    }

    // MARK: Messages

    private mutating func receive(
        _ message: NodeMessage, from sender: NodeID, at now: Instant, into effects: inout [NodeEffect]
    ) {
        switch message {
        case .beat where sender == id:
            hearing.heardOwnBeat(at: now)
            mustBeHeard = false
        case .beat(let beat):
            if let removed = directory.heard(beat, from: sender, at: now) { forget(removed) }
            if beat.role == .owner, beat.confirmed > 0 { observation.heard(sender, beat: beat.confirmed, at: now) }
        case .gone(let node):
            // The own renewal tells of the own end.
            guard node != id, directory[node] != nil else { return }
            forget(node)
            effects.append(.gone(node))
        case .ping(let reading):
            let answer = ClockReading(nonce: reading.nonce, boot: now, cluster: clock.time(at: now))
            effects.append(.send(.pong(answer), to: .node(sender)))
        case .pong(let reading):
            guard let asked = clocks.answered(reading, by: sender, at: now) else { return }
            if settings.role == .edge, let time = reading.cluster { clock.add(time, between: asked, and: now) }
        }
    }

    private mutating func forget(_ node: NodeID) {
        directory.remove(node)
        observation.remove(node)
        clocks.remove(node)
        names[node] = nil
    }

    // MARK: Outcomes

    private mutating func answered(
        _ statement: NodeStatement, _ outcome: NodeOutcome, at now: Instant, into effects: inout [NodeEffect]
    ) {
        let pause = outcome == .unknown ? now.advanced(byMilliseconds: random.within(settings.timing.reconnect)) : nil
        guard statement.isOwn ? own.end(statement, pausingUntil: pause) : others.end(statement, pausingUntil: pause)
        else { return }
        switch statement {
        case .register: registered(outcome, at: now, into: &effects)
        case .renew: renewed(outcome, at: now, into: &effects)
        case .leave:
            guard outcome != .unknown else { return }
            left(at: now, into: &effects)
        case .readNodes:
            guard case .nodes(let rows) = outcome else { return readAt = now }
            read(rows, at: now, into: &effects)
        case .expel(let node, _):
            readAt = now
            guard outcome == .done else { return observation.refused(node, at: now) }
            expulsionCount += 1
            forget(node)
            effects += [.gone(node), .send(.gone(node), to: .beat)]
        }
    }

    private mutating func registered(_ outcome: NodeOutcome, at now: Instant, into effects: inout [NodeEffect]) {
        guard phase == .registering else { return }
        switch outcome {
        case .done: phase = .registered
        case .noRow: (isNameInUse, readAt) = (true, now)
        // The row may come yet. Its id has no lease, so it is expelled as that of any other node is.
        case .unknown, .renewed, .nodes: begin(at: now, into: &effects)
        }
    }

    private mutating func renewed(_ outcome: NodeOutcome, at now: Instant, into effects: inout [NodeEffect]) {
        guard phase == .registered, let sentAt = lease.inFlightSince else { return }
        if let reason = lease.answered(outcome) { return end(reason, into: &effects) }
        guard case .renewed(let renewal) = outcome else { return }
        observation.confirmed(at: now)
        clock.add(renewal.clock, between: sentAt, and: now)
        writtenFormat = min(renewal.lowestFormat, settings.formats.upperBound)
        beatAt = now
        if hearing.confirmed(othersHeard: renewal.othersHeard, at: now) { end(.unheard, into: &effects) }
    }

    private mutating func left(at now: Instant, into effects: inout [NodeEffect]) {
        effects.append(.send(.gone(id), to: .beat))
        guard endReason == .asked else { return begin(at: now, into: &effects) }
        phase = .gone
        effects.append(.left)
    }

    private mutating func read(_ rows: [NodeRow], at now: Instant, into effects: inout [NodeEffect]) {
        readAt = now.advanced(byMilliseconds: isNameInUse ? settings.timing.renewal : settings.timing.read)
        let others = rows.filter { $0.id != id }
        if phase == .registering {
            // A node without a lease counts while the database answers it.
            observation.confirmed(at: now)
            isNameInUse = others.contains { $0.name == settings.name }
            if !others.contains(where: \.isHeard) { mustBeHeard = false }
        }
        for row in others { observation.read(row.id, beat: row.beat, at: now) }
        names = Dictionary(others.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        let known = Set(rows.map(\.id))
        for node in observation.missing(in: known, knownBefore: readSentAt ?? now) {
            forget(node)
            effects.append(.gone(node))
        }
    }

    // MARK: Time

    /// Does everything for which it is time, and plans the next tick.
    private mutating func advance(at now: Instant, into effects: inout [NodeEffect]) {
        if isLive != (valid(at: now) != nil) {
            isLive.toggle()
            effects.append(isLive ? .live : .silent)
        }
        guard phase != .gone else { return nextDeadline = nil }
        if own.isFree(at: now), let statement = ownStatement(at: now) {
            own.begin(statement, at: now)
            effects.append(.execute(statement))
        }
        if others.isFree(at: now), let statement = statementAboutOthers(at: now) {
            others.begin(statement, at: now)
            effects.append(.execute(statement))
        }
        sendMessages(at: now, into: &effects)
        let deadlines = [
            own.inFlight == nil ? lease.nextDeadline : nil, own.nextDeadline, others.nextDeadline,
            isLive ? lease.validUntil : nil, readAt, observation.nextDeadline, beatAt, pingAt,
        ]
        nextDeadline = deadlines.compactMap { $0 }.filter { $0 > now }.min()
    }

    private mutating func ownStatement(at now: Instant) -> NodeStatement? {
        switch phase {
        case .registering where !isNameInUse && !mustBeHeard:
            .register(id, name: settings.name, format: settings.formats.upperBound)
        case .registered where settings.role == .owner: lease.renewal(isHeard: hearing.isHeard(at: now), at: now)
        case .ending: .leave(id)
        default: nil
        }
    }

    private mutating func statementAboutOthers(at now: Instant) -> NodeStatement? {
        guard settings.role == .owner, phase == .registered || isNameInUse || mustBeHeard else { return nil }
        if let readAt, readAt <= now {
            self.readAt = nil
            readSentAt = now
            return .readNodes
        }
        // A node that waits for its name knows from its reads that the database answers, not that it commits: while commits
        // stall, nodes with an expulsion under way cannot renew. So it takes nothing but its name.
        let wantsName = phase == .registering && !mustBeHeard
        let found = observation.expellable(at: now) { [names, settings] in !wantsName || names[$0] == settings.name }
        return found.map { .expel($0.node, beat: $0.beat) }
    }

    /// Forgets nodes whose end no row tells: at an edge all that are not heard, elsewhere the edges among them.
    private mutating func forgetUnheard(at now: Instant, into effects: inout [NodeEffect]) {
        for node in directory.unheard(at: now) where settings.role == .edge || directory[node]?.role == .edge {
            forget(node)
            effects.append(.gone(node))
        }
    }

    private mutating func sendMessages(at now: Instant, into effects: inout [NodeEffect]) {
        if let beatAt, beatAt <= now {
            self.beatAt = now.advanced(byMilliseconds: settings.timing.beat)
            let beat = NodeBeat(
                name: settings.name, role: settings.role, isDraining: isDraining,
                confirmed: phase == .registered ? lease.confirmed : 0, formats: settings.formats)
            effects.append(.send(.beat(beat), to: .beat))
        }
        guard let pingAt, pingAt <= now else { return }
        self.pingAt = now.advanced(byMilliseconds: settings.timing.beat)
        forgetUnheard(at: now, into: &effects)
        for node in directory.pinged(at: now) {
            let nonce = random.next()
            clocks.asked(node, nonce: nonce, at: now)
            let reading = ClockReading(nonce: nonce, boot: now, cluster: clock.time(at: now))
            effects.append(.send(.ping(reading), to: .node(node)))
        }
    }
}
