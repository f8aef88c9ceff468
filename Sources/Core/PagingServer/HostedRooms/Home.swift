import Metrics
import PagingEngine
import PagingRoom
import PagingWire

/// A room on the loop that owns it: the authority, its history as frames, its members' connections, and, in a durable
/// room, the output that waits for a commit.
struct Home: HistoryHolder {
    private(set) var room: Room
    private(set) var ring: FrameRing
    private(set) var gate: CommitGate?
    private(set) var joins: HomeJoins
    /// Files that the room's pages refer to.
    var assets: RoomAssets
    private var wake: RoomWake
    private(set) var tenure = RoomTenure()
    private let settings: ServerSettings

    /// - Parameter number: the newest record of the room so far.
    init(room: Room, loops: Int, settings: ServerSettings, after number: RecordNumber = .none, at now: Instant) {
        self.room = room
        self.settings = settings
        self.room.capacity = settings.roomCapacity
        self.room.locksNeedPresenter = !settings.hasTokens
        ring = FrameRing(
            capacity: settings.ringFrames, byteLimit: settings.historyBytes, after: room.sequence)
        joins = HomeJoins(loops: loops)
        assets = RoomAssets(byteLimit: settings.assetBytes)
        wake = RoomWake(emptyRoomMilliseconds: settings.emptyRoomMilliseconds)
        if settings.isDurable {
            gate = CommitGate(recordsPerWholeRecord: settings.budget.recordsPerWholeRecord, after: number)
        }
        noteEmptiness(at: now)
    }

    var connections: MemberConnections {
        _read { yield joins.connections }
    }

    /// Effects and joins that wait for a commit.
    var waitingCount: Int { (gate?.count ?? 0) + joins.heldCount }

    /// Whether output waits for a commit, so that later output has to wait behind it, or the room is silent.
    private var isHoldingBack: Bool { gate?.isHoldingBack == true }

    // MARK: Change

    /// Changes the room and publishes the effects, or holds them until they are committed.
    ///
    /// - Parameter effects: a list whose memory is used again, so that a drag allocates nothing.
    mutating func change(
        at now: Instant, _ effects: inout [RoomEffect], into output: inout LoopOutput,
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        effects.removeAll(keepingCapacity: true)
        change(&room, &effects)
        let record = takeRecord()
        if canPublish(effects) {
            publish(effects, into: &output)
            answer(effects, into: &output)
        } else {
            hold(effects, into: output)
            publishCommitted(into: &output)
        }
        if let (number, record) = record {
            let isAwaited = isHoldingBack || !record.arrivals.isEmpty
            output.append(.journal(room: room.name, room.epoch, number, record, isAwaited: isAwaited))
        }
        sendInStep(effects, into: &output)
        dismissRemoved(effects, into: &output)
        noteEmptiness(at: now)
    }

    private mutating func noteEmptiness(at now: Instant) {
        if room.isOnDemand { wake.note(isEmpty: room.population == 0, at: now) }
    }

    /// The next record and its number, if the last call changed persistent state.
    private mutating func takeRecord() -> (RecordNumber, RoomRecord)? {
        guard let wantsWhole = gate?.wantsWhole, let record = room.takeRecord(whole: wantsWhole),
            let number = gate?.issue(record)
        else { return nil }
        return (number, record)
    }

    // MARK: Publishing

    /// Whether all of `effects` may go out now: nothing waits before them, and what they report is committed.
    private func canPublish(_ effects: [RoomEffect]) -> Bool {
        guard let gate else { return true }
        return !gate.isHoldingBack && (gate.isCommitted(gate.issued) || !effects.contains(where: \.isKept))
    }

    private mutating func hold(_ effects: [RoomEffect], into output: LoopOutput) {
        for effect in effects {
            switch effect {
            case .answer(let member, let answer):
                hold(output.encode(.answer(answer)), for: [member], answers: answer.id)
            case .notes(let notes, let presenters): hold(output.encode(.notes(notes)), for: presenters)
            case .inStep: break
            case .event, .offset, .removed, .audienceRules, .audienceNumbers: gate?.hold(effect)
            }
        }
    }

    /// Holds `frame` for those of `members` that are connected.
    private mutating func hold(_ frame: Frame, for members: [MemberID], answers id: RequestID? = nil) {
        for address in members.compactMap({ connections[$0] }) { gate?.hold(.reply(frame, address, answers: id)) }
    }

    /// Encodes events and offsets once and sends them to every loop with members.
    private mutating func publish(_ effects: [RoomEffect], into output: inout LoopOutput) {
        tellEdges(effects, into: &output)
        guard !effects.isEmpty, let publication = Publication(of: effects, addingTo: &ring, into: &output)
        else { return }
        for other in connections.perLoop.indices where connections.perLoop[other] > 0 {
            output.send(.publish(room: room.name, publication), to: other)
        }
    }

    /// Sends presenters who is in step, but nothing before their welcome. It waits for no commit: like an answer it may
    /// refer to events that are not published yet, and it reports nothing that could be lost.
    private mutating func sendInStep(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for case .inStep(let inStep, let presenters) in effects {
            let (frame, receivers) = (output.encode(.inStep(inStep)), presenters.filter(joins.isWelcomed))
            if isSilent { hold(frame, for: receivers) } else { send(frame, to: receivers, into: &output) }
        }
    }

    /// Ends the connections of members that were removed.
    private mutating func dismissRemoved(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for case .removed(let member) in effects {
            for address in endConnections(of: member).addresses {
                dismiss(address, .removed, JoinDenial.removed.reason, into: &output)
            }
        }
    }

    /// Ends a connection, also while output waits for a commit, but not while the room is silent.
    private mutating func dismiss(
        _ address: Address, _ code: CloseCode, _ reason: String, into output: inout LoopOutput
    ) {
        guard isSilent else { return output.dismiss(address, code, reason) }
        joins.holdEnd(at: address)
        gate?.hold(.dismissal(address, code, reason: reason))
    }

    /// Publishes held output, in order, up to the first that still waits for its commit.
    mutating func publishCommitted(into output: inout LoopOutput) {
        var effects: [RoomEffect] = []
        for held in gate?.takePublishable() ?? [] {
            if case .effect(let effect) = held {
                effects.append(effect)
                continue
            }
            publish(effects, into: &output)
            effects.removeAll(keepingCapacity: true)
            switch held {
            case .effect: break
            case .reply(let frame, let address, let id): output.reply(frame, to: address, answers: id)
            case .sideAnswer(let frame, let address, let id): output.answerSide(frame, to: address, answers: id)
            case .join(let join): grant(join, into: &output)
            case .dismissal(let address, let code, let reason):
                output.dismiss(address, code, reason)
                joins.ended(at: address)
            case .snapshot(let address, let snapshot):
                let frame = output.frame(of: snapshot)
                output.send(.reset(address.peer, frame, snapshot.replica.sequence), to: address.loop)
            }
        }
        publish(effects, into: &output)
    }

    mutating func halveHistory() { ring.trim(to: ring.byteCount / 2) }

    mutating func markCommitted(_ number: RecordNumber) { gate?.markCommitted(number) }

    /// Notes a commit if nothing waits for it; false otherwise.
    mutating func markCommittedIfIdle(_ number: RecordNumber) -> Bool {
        guard gate != nil, waitingCount == 0 else { return false }
        gate?.markCommitted(number)
        return true
    }

    // MARK: Wake-ups

    /// Plans the next wake-up; nil when it is the one that is planned already, or none.
    mutating func planWake() -> Instant? {
        tenure.isFrozen ? nil : wake.plan(room.nextDeadline, isRemovable: isRemovable)
    }

    var plannedWake: Instant? { wake.plannedAt }

    /// Whether the room has been empty for so long that it is to be removed.
    func isAbandoned(at now: Instant) -> Bool { isRemovable && wake.isAbandoned(at: now) }

    /// Whether this node surely owns the room, and goes on owning it.
    private var isRemovable: Bool { tenure.isSettled && !isSilent }

    /// Takes the wake-up planned for `moment`; false when another one counts, or when the room is frozen.
    mutating func takeWake(at moment: Instant) -> Bool { wake.take(at: moment) && !tenure.isFrozen }

    // MARK: Connections

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard joins.disconnect(member, from: address) else { return false }
        room.framesWanted = connections.framesWantedCount
        return true
    }

    // MARK: Requests

    /// Whether too much output waits for a commit, so that requests are refused.
    var isFull: Bool { gate?.isFull == true }

    mutating func answer(
        _ request: SideRequest, of member: MemberID, at address: Address, _ id: RequestID,
        into output: inout LoopOutput
    ) {
        let frame = request.answer(to: member, id, in: room, with: &assets, into: &output)
        guard isHoldingBack else { return output.answerSide(frame, to: address, answers: id) }
        gate?.hold(.sideAnswer(frame, address, answers: id))
    }

    mutating func resync(_ address: Address, at now: Instant, into output: inout LoopOutput) {
        let snapshot = Snapshot(of: room, as: nil, at: now)
        if isHoldingBack {
            gate?.hold(.snapshot(address, snapshot))
        } else {
            output.send(.reset(address.peer, output.frame(of: snapshot), ring.last), to: address.loop)
        }
    }
}

// MARK: - Joining

extension Home {
    /// Makes or finds the member of a join; nil when the join is denied or waits for its record.
    mutating func decideJoin(
        _ request: JoinRequest, at now: Instant, _ effects: inout [RoomEffect], into output: inout LoopOutput
    ) -> PendingJoin? {
        if isOvertaken(request) {
            dismiss(request.address, .moved, "the session has joined over a newer connection", into: &output)
            return nil
        }
        let before = gate?.issued
        var joined: (member: MemberID, session: Session)?
        var denial: JoinDenial?
        change(at: now, &effects, into: &output) { room, effects in
            do throws(JoinDenial) {
                joined = try request.join(&room, at: now, into: &effects)
            } catch {
                denial = error
            }
        }
        if let denial {
            output.count(.join, .forbidden)
            dismiss(request.address, denial.closeCode, denial.reason, into: &output)
        }
        guard let (member, session) = joined else { return nil }
        let (replaced, earlier) = endConnections(of: member)
        for other in replaced where other != request.address {
            dismiss(other, .takenOver, "the session has joined elsewhere", into: &output)
        }
        let pending = PendingJoin(
            address: request.address, member: member, id: request.id, join: request.join, session: session,
            openedAt: request.openedAt, now: now)
        guard let gate else { return pending }
        // Only a member that is new or changed has a record to wait for.
        let number = max(earlier, gate.issued == before ? .none : gate.issued)
        if gate.isCommitted(number) { return pending }
        joins.hold(pending, until: number)
        return nil
    }

    /// Connects a member again whose connection an edge has kept. An unknown session, or one that has joined elsewhere
    /// meanwhile, ends the connection so that its client joins again.
    mutating func reopen(
        _ request: ReopenRequest, at now: Instant, _ effects: inout [RoomEffect], into output: inout LoopOutput
    ) {
        let known = room.member(of: request.session)
        var member: MemberID?
        if let known, [nil, request.address].contains(joins.address(of: known)) {
            // Its loop must not miss the event of its return: the mirror there may have gone on.
            _ = endConnections(of: known)
            connect(known, at: request.address, openedAt: now, offsets: request.offsets)
            change(at: now, &effects, into: &output) { room, effects in
                member = room.reopen(
                    request.session, on: request.connection, answered: request.answered, at: now, into: &effects)
            }
            if member == nil { _ = endConnections(of: known) }
        }
        guard let member else {
            return dismiss(request.address, .moved, "the room has moved: join again", into: &output)
        }
        room.noteWelcome(of: member)
        let notes = room.notes(for: member)
        guard !notes.isEmpty else { return }
        let frame = output.encode(.notes(notes))
        if isHoldingBack { hold(frame, for: [member]) } else { send(frame, to: [member], into: &output) }
    }

    /// Forgets the member's held join and its present connection; returns their addresses, and the record which the join
    /// waited for.
    private mutating func endConnections(of member: MemberID) -> (addresses: [Address], after: RecordNumber) {
        let ended = joins.takeOver(member)
        room.framesWanted = connections.framesWantedCount
        return ended
    }

    /// Connects the newcomer to the room.
    mutating func attach(_ join: PendingJoin) {
        connect(join.member, at: join.address, openedAt: join.openedAt, offsets: join.join.offsets)
    }

    private mutating func connect(
        _ member: MemberID, at address: Address, openedAt: Instant?, offsets: Join.Offsets
    ) {
        joins.connect(member, at: address, openedAt: openedAt, offsets: offsets)
        room.framesWanted = connections.framesWantedCount
    }

    /// Answers the newcomer at once, or behind the output that waits for a commit.
    mutating func welcome(_ join: PendingJoin, at now: Instant, into output: inout LoopOutput) {
        var join = join
        join.now = now
        guard isHoldingBack else { return grant(join, into: &output) }
        joins.holdWelcome(of: join.member)
        join.replica = room.snapshot(at: now)
        gate?.hold(.join(join))
    }

    mutating func takeCommittedJoins() -> [PendingJoin] { gate.map { joins.takeCommitted(by: $0) } ?? [] }

    /// Takes the held join of a connection that is gone.
    mutating func dropJoin(of address: Address) -> MemberID? { joins.dropJoin(of: address) }

    private mutating func grant(_ join: PendingJoin, into output: inout LoopOutput) {
        if connections[join.member] == join.address {
            joins.welcomed(join.member)
            room.noteWelcome(of: join.member)
        }
        let role = room.role(of: join.member) ?? join.join.role
        let granted = join.answer(as: role, in: room, ring: ring, settings: settings, into: &output)
        join.send(granted, as: role, of: room.epoch, into: &output)
    }
}

// MARK: - Ownership in a cluster

extension Home {
    /// Begins an ownership, of which nobody hears before `speak`. Its epoch begins with the room as it is now.
    mutating func beginSilently(at now: Instant, into output: inout LoopOutput) {
        gate?.setSilent(true)
        let snapshot = output.frame(of: Snapshot(of: room, as: nil, at: now))
        tenure = RoomTenure(opening: EpochChange(snapshot: snapshot, sequence: ring.last))
    }

    /// Publishes what was held, after the opening snapshot if nobody has it yet.
    mutating func speak(into output: inout LoopOutput) {
        gate?.setSilent(false)
        if let opening = tenure.takeOpening() {
            for loop in 0...output.loops { output.send(.epochChanged(room: room.name, opening), to: loop) }
        }
        publishCommitted(into: &output)
    }

    /// Holds everything until `speak`: the room is silent, as it may have another owner.
    mutating func hold() { gate?.setSilent(true) }
    var isSilent: Bool { gate?.isSilent == true }

    mutating func prepareHandOver(isForced: Bool) { tenure.prepareHandOver(isForced: isForced) }
    mutating func cancelHandOver() { tenure.settle() }

    /// Publishes to the cluster loop even without members there, or no longer.
    mutating func follow(_ isFollowed: Bool, from loop: Int) { joins.follow(isFollowed, from: loop) }

    /// Freezes the room, once, if it may be handed over: all is committed, so published as well, and the pager rests.
    mutating func freezeIfReady() -> Bool {
        guard let waitsForRest = tenure.waitsForRest, let gate, !gate.isSilent, gate.isCommitted(gate.issued),
            !(waitsForRest && isMoving)
        else { return false }
        tenure.freeze()
        return true
    }
}
