import Metrics
import PagingEngine
import PagingRoom
import PagingWire

/// A room on the loop that owns it: the authority, its history as frames, its members' connections, and, in a durable
/// room, the output that waits for a commit.
struct Home: HistoryHolder {
    private(set) var room: Room
    private(set) var ring: FrameRing
    /// nil in a room that is not durable.
    private var gate: CommitGate?
    private var joins: HomeJoins
    /// The moment since which a room that was created on demand is empty.
    private var emptySince: Instant?
    /// The moment of the planned wake-up.
    private var wakeAt: Instant?
    private let settings: ServerSettings

    init(room: Room, loops: Int, settings: ServerSettings, at now: Instant) {
        self.room = room
        self.settings = settings
        self.room.capacity = settings.roomCapacity
        self.room.locksNeedPresenter = !settings.hasTokens
        ring = FrameRing(
            capacity: settings.ringFrames, byteLimit: settings.historyBytes, after: room.sequence)
        joins = HomeJoins(loops: loops)
        if settings.isDurable { gate = CommitGate(recordsPerWholeRecord: settings.budget.recordsPerWholeRecord) }
        noteEmptiness(at: now)
    }

    var connections: MemberConnections {
        _read { yield joins.connections }
    }

    /// Effects and joins that wait for a commit.
    var waitingCount: Int { (gate?.count ?? 0) + joins.heldCount }

    /// Whether output waits for a commit, so that later output has to wait behind it.
    private var isHoldingBack: Bool { gate?.isEmpty == false }

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
        guard room.isOnDemand else { return }
        emptySince = room.population > 0 ? nil : emptySince ?? now
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
        guard gate.isEmpty else { return false }
        return gate.isCommitted(gate.issued) || !effects.contains(where: \.isKept)
    }

    private mutating func hold(_ effects: [RoomEffect], into output: LoopOutput) {
        for effect in effects {
            switch effect {
            case .answer(let member, let answer):
                hold(output.encode(.answer(answer)), for: [member], answers: answer.id)
            case .notes(let notes, let presenters): hold(output.encode(.notes(notes)), for: presenters)
            case .inStep: break
            case .event, .offset, .removed: gate?.hold(effect)
            }
        }
    }

    /// Holds `frame` for those of `members` that are connected.
    private mutating func hold(_ frame: Frame, for members: [MemberID], answers id: RequestID? = nil) {
        for address in members.compactMap({ connections[$0] }) { gate?.hold(.reply(frame, address, answers: id)) }
    }

    /// Encodes events and offsets once and sends them to every loop with members.
    private mutating func publish(_ effects: [RoomEffect], into output: inout LoopOutput) {
        guard !effects.isEmpty else { return }
        let before = ring.byteCount
        defer { output.noteHistory(grownBy: ring.byteCount - before) }
        var publication = Publication(first: ring.last.next)
        publication.canWait = effects.allSatisfy(\.isAboutPeople)
        for effect in effects {
            switch effect {
            case .event(let event):
                let frame = output.encode(.event(event))
                ring.append(frame)
                output.count(event)
                publication.frames.append(frame)
            case .offset(let offset, let audience):
                publication.add(
                    EncodedOffset(
                        frame: output.encode(.offset(offset)), sequence: offset.sequence, audience: audience,
                        isDragged: offset.by != nil))
            case .answer, .notes, .inStep, .removed: break
            }
        }
        guard !publication.frames.isEmpty || publication.offset != nil else { return }
        for other in connections.perLoop.indices where connections.perLoop[other] > 0 {
            output.send(.publish(room: room.name, publication), to: other)
        }
    }

    private func answer(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for effect in effects {
            switch effect {
            case .answer(let member, let answer):
                guard let address = connections[member] else { continue }
                output.reply(output.encode(.answer(answer)), to: address, answers: answer.id)
            case .notes(let notes, let presenters): send(output.encode(.notes(notes)), to: presenters, into: &output)
            case .event, .offset, .inStep, .removed: break
            }
        }
    }

    /// Sends presenters who is in step, but nothing before their welcome. It waits for no commit: like an answer it may
    /// refer to events that are not published yet, and it reports nothing that could be lost.
    private func sendInStep(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for case .inStep(let inStep, let presenters) in effects {
            send(output.encode(.inStep(inStep)), to: presenters.filter(joins.isWelcomed), into: &output)
        }
    }

    /// Sends `frame` to those of `members` that are connected, and to nobody else.
    private func send(_ frame: Frame, to members: [MemberID], into output: inout LoopOutput) {
        for member in members {
            if let address = connections[member] { output.reply(frame, to: address) }
        }
    }

    /// Ends the connections of members that were removed.
    private mutating func dismissRemoved(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for case .removed(let member) in effects {
            for address in endConnections(of: member).addresses {
                output.dismiss(address, .removed, JoinDenial.removed.reason)
            }
        }
    }

    /// Ends all connections and the joins that wait; the room is about to be removed.
    func dismissAll(_ code: CloseCode, _ reason: String, into output: inout LoopOutput) {
        for address in joins.addresses { output.dismiss(address, code, reason) }
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
            case .pages(let frame, let address, let id): output.answerPages(frame, to: address, answers: id)
            case .join(let join): grant(join, into: &output)
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

    /// Plans a wake-up for the room's next deadline, or for its removal some time after the last member left. Nil when
    /// an earlier one is planned already.
    mutating func planWake() -> Instant? {
        let removal = emptySince?.advanced(byMilliseconds: settings.emptyRoomMilliseconds)
        guard let deadline = earliest(room.nextDeadline, removal) else { return nil }
        if let wakeAt, wakeAt <= deadline { return nil }
        wakeAt = deadline
        return deadline
    }

    /// The planned wake-up.
    var plannedWake: Instant? { wakeAt }

    /// Whether the room has been empty for so long that it is to be removed.
    func isAbandoned(at now: Instant) -> Bool {
        guard let emptySince else { return false }
        return now.milliseconds(since: emptySince) >= settings.emptyRoomMilliseconds
    }

    /// Takes the wake-up planned for `moment`; false when another one counts.
    mutating func takeWake(at moment: Instant) -> Bool {
        guard wakeAt == moment else { return false }
        wakeAt = nil
        return true
    }

    // MARK: Connections

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard joins.disconnect(member, from: address) else { return false }
        room.framesWanted = connections.framesWantedCount
        return true
    }

    // MARK: Requests

    /// Refuses a request while too much output waits for a commit; false: the request may be handled.
    func refuseIfFull(_ request: Request, _ id: RequestID?, _ address: Address, into output: inout LoopOutput) -> Bool {
        guard gate?.isFull == true else { return false }
        output.count(InputLabel.Kind(request), .rate)
        if let id {
            let refusal = Refusal(.rate, "the server's disk does not keep up")
            output.reply(output.encode(.answer(.refused(id, refusal, ring.last))), to: address, answers: id)
        }
        return true
    }

    mutating func answerPages(
        _ member: MemberID, _ address: Address, _ id: RequestID, from first: PageIndex, count: Int,
        into output: inout LoopOutput
    ) {
        let message: ServerMessage
        do {
            message = .pages(id, try room.pages(from: first, count: count, for: member))
            output.count(.pages, .accepted)
        } catch {
            message = .answer(.refused(id, error, room.sequence))
            output.count(.pages, InputLabel.Outcome(error.code))
        }
        let frame = output.encode(message)
        guard isHoldingBack else { return output.answerPages(frame, to: address, answers: id) }
        gate?.hold(.pages(frame, address, answers: id))
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
            output.dismiss(request.address, denial.closeCode, denial.reason)
        }
        guard let (member, session) = joined else { return nil }
        let (replaced, earlier) = endConnections(of: member)
        for other in replaced where other != request.address {
            output.dismiss(other, .takenOver, "the session has joined elsewhere")
        }
        let pending = PendingJoin(
            address: request.address, member: member, id: request.id, join: request.join, session: session, now: now)
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
        let present = room.member(of: request.session).flatMap { joins.address(of: $0) }
        var member: MemberID?
        if present == nil || present == request.address {
            change(at: now, &effects, into: &output) { room, effects in
                member = room.reopen(
                    request.session, on: request.connection, answered: request.answered, at: now, into: &effects)
            }
        }
        guard let member else {
            return output.dismiss(request.address, .moved, "the room has moved: join again")
        }
        _ = endConnections(of: member)
        connect(member, at: request.address, offsets: request.offsets)
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
    mutating func attach(_ join: PendingJoin) { connect(join.member, at: join.address, offsets: join.join.offsets) }

    private mutating func connect(_ member: MemberID, at address: Address, offsets: Join.Offsets) {
        joins.connect(member, at: address, offsets: offsets)
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

    mutating func takeCommittedJoins() -> [PendingJoin] {
        gate.map { joins.takeCommitted(by: $0) } ?? []
    }

    /// Takes the held join of a connection that is gone.
    mutating func dropJoin(of address: Address) -> MemberID? {
        joins.dropJoin(of: address)
    }

    private mutating func grant(_ join: PendingJoin, into output: inout LoopOutput) {
        if connections[join.member] == join.address {
            joins.welcomed(join.member)
            room.noteWelcome(of: join.member)
        }
        let role = room.role(of: join.member) ?? join.join.role
        let granted = join.answer(as: role, in: room, ring: ring, settings: settings, into: &output)
        output.send(.joinGranted(join.address.peer, granted), to: join.address.loop)
        output.count(join, recovered: granted.recovered, epoch: room.epoch)
        output.log(
            .joined(
                join.address, room: room.name, member: join.member.number, role: role.rawValue,
                recovered: granted.recovered))
    }
}
