import Metrics
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The rooms whose home is this loop: the only place where a room is changed.
struct HostedRooms: Sendable {
    private typealias Index = DenseMap<String, Home>.Index

    private var homes = DenseMap<String, Home>()
    private(set) var wakes = TimerQueue<Instant, String>()
    /// Kept between calls so that a drag allocates nothing.
    private var effects: [RoomEffect] = []
    private var histories: HistoryBudget
    /// Bytes of the files of all rooms here.
    private let assetLimit: Int
    private let settings: ServerSettings
    /// Loops that may have connections, the cluster loop included.
    private let loops: Int

    init(_ settings: ServerSettings, loops: Int) {
        precondition(settings.cluster == nil || settings.isDurable, "expected durable rooms in a cluster")
        self.settings = settings
        self.loops = settings.cluster == nil ? loops : loops + 1
        assetLimit = settings.assetBytes(ofAllRoomsOnOneOf: loops)
        histories = HistoryBudget(byteLimit: settings.historyBytes(ofAllRoomsOnOneOf: loops))
    }

    var count: Int { homes.count }

    var names: [String] { homes.keys }

    /// A copy of a room's home, for inspection.
    subscript(name: String) -> Home? { homes[name] }

    func contains(_ name: String) -> Bool { homes.index(of: name) != nil }

    /// Adds a room, whose newest record has this number.
    mutating func create(_ spec: RoomSpec, epoch: Epoch, after number: RecordNumber = .none, at now: Instant) {
        homes[spec.name] = Home(
            room: spec.room(epoch: epoch, now: now), loops: loops, settings: settings, after: number, at: now)
        guard let index = homes.index(of: spec.name) else { return }
        // Those beyond the limit have been reported by their reader; their pages show their texts.
        let named = spec.assets.isEmpty ? [] : homes[index].room.assetNames
        for asset in spec.assets { try? homes[index].assets.keep(asset, named: named) }
        schedule(index)
    }

    // MARK: Changes

    private mutating func change(
        _ index: Index, at now: Instant, into output: inout LoopOutput,
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        homes[index].change(at: now, &effects, into: &output, change)
        boundHistories(&output)
        schedule(index)
    }

    private mutating func boundHistories(_ output: inout LoopOutput) {
        histories.add(output.takeHistoryGrowth())
        _ = histories.trim(&homes)
    }

    /// Handles a request of a member that is still at this address.
    mutating func handle(
        _ request: Request, _ id: RequestID?, token: FencingToken?, from member: MemberID, at address: Address,
        in room: String, now: Instant, into output: inout LoopOutput
    ) {
        guard let index = homes.index(of: room), homes[index].connections[member] == address else { return }
        guard !homes[index].isFull else {
            let reason = "the server's disk does not keep up"
            return output.refuse(request, id, of: address, reason, at: homes[index].ring.last)
        }
        change(index, at: now, into: &output) {
            $0.handle(request, id: id, grant: token, from: member, at: now, into: &$1)
        }
        count(request, id, from: member, into: &output)
    }

    /// Counts a request by the room's answer. Drag samples have no answer, so they count as accepted.
    private func count(_ request: Request, _ id: RequestID?, from member: MemberID, into output: inout LoopOutput) {
        var outcome = InputLabel.Outcome.accepted
        for case .answer(member, .refused(id, let refusal, _)) in effects where id != nil {
            outcome = InputLabel.Outcome(refusal.code)
        }
        output.count(InputLabel.Kind(request), outcome)
    }

    /// Answers a request beside the room's order.
    mutating func answer(
        _ request: SideRequest, of member: MemberID, at address: Address, in name: String, _ id: RequestID,
        into output: inout LoopOutput
    ) {
        guard let index = homes.index(of: name), homes[index].connections[member] == address else { return }
        if case .keep(let asset) = request, homes[index].room.role(of: member) == .presenter {
            boundAssets(of: index, with: asset)
        }
        homes[index].answer(request, of: member, at: address, id, into: &output)
    }

    /// Answers a viewer whom an edge has admitted: as a member without rights.
    mutating func answerAudience(
        _ request: SideRequest, at address: Address, in name: String, _ id: RequestID, into output: inout LoopOutput
    ) {
        guard let index = homes.index(of: name) else { return }
        homes[index].answer(request, of: MemberID(0), at: address, id, into: &output)
    }

    /// Bytes of the files of all rooms here.
    private var assetBytes: Int { homes.indices.reduce(0) { $0 + homes[$1].assets.byteCount } }

    /// Sets how much of the bytes of all rooms a room may have with another file. Files of other rooms that no page names go
    /// first; those that pages name stay.
    private mutating func boundAssets(of index: Index, with asset: Asset) {
        let own = homes[index].assets.byteCount
        let wanted = min(own + asset.bytesHeld, settings.assetBytes)
        var others = assetBytes - own
        for other in homes.keys where others + wanted > assetLimit && other != homes.key(at: index) {
            guard let place = homes.index(of: other), homes[place].assets.count > 0 else { continue }
            let named = homes[place].room.assetNames
            others -= homes[place].assets.removeAll(but: named)
        }
        homes[index].assets.byteLimit = min(settings.assetBytes, max(0, assetLimit - others))
    }

    mutating func take(_ word: AudienceWord, of name: String, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        change(index, at: now, into: &output) { $0.take(word, at: now, into: &$1) }
    }

    mutating func resync(_ name: String, _ address: Address, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        change(index, at: now, into: &output) { $0.tick(at: now, into: &$1) }
        homes[index].resync(address, at: now, into: &output)
    }

    /// Takes the pictures that members report, and counts those that differ from the room.
    mutating func take(_ drawn: [Drawn], of name: String, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        var divergences: [Divergence] = []
        change(index, at: now, into: &output) { room, _ in divergences = room.take(drawn) }
        output.count(divergences: divergences.count)
        for divergence in divergences where divergence.isNew {
            output.log(.diverged(room: name, member: divergence.member.number, at: divergence.at.number))
        }
    }

    // MARK: Members

    mutating func join(_ name: String, _ request: JoinRequest, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        let pending = homes[index].decideJoin(request, at: now, &effects, into: &output)
        boundHistories(&output)
        schedule(index)
        if let pending { attach(pending, to: index, at: now, into: &output) }
    }

    /// Connects a member again whose connection an edge has kept.
    mutating func reopen(_ name: String, _ request: ReopenRequest, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else {
            return output.dismiss(request.address, .moved, "the room was removed meanwhile")
        }
        homes[index].reopen(request, at: now, &effects, into: &output)
        boundHistories(&output)
        schedule(index)
    }

    private mutating func attach(
        _ join: PendingJoin, to index: Index, at now: Instant, into output: inout LoopOutput
    ) {
        homes[index].attach(join)
        homes[index].welcome(join, at: now, into: &output)
        schedule(index)
    }

    /// Drops a join whose connection is gone before it was answered; the member becomes away. Of a connection of another
    /// node only the address is known: it may have joined.
    mutating func withdraw(_ name: String, _ address: Address, at now: Instant, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        let isForeign = settings.cluster != nil && address.loop == loops - 1
        let connected = isForeign ? homes[index].connections.member(at: address) : nil
        if let connected { _ = homes[index].disconnect(connected, from: address) }
        guard let member = homes[index].dropJoin(of: address) ?? connected else { return }
        change(index, at: now, into: &output) { $0.disconnect(member, at: now, into: &$1) }
    }

    mutating func leave(
        _ name: String, _ member: MemberID, _ address: Address, politely: Bool, at now: Instant,
        into output: inout LoopOutput
    ) {
        guard let index = homes.index(of: name), homes[index].disconnect(member, from: address) else { return }
        change(index, at: now, into: &output) { room, effects in
            if politely {
                room.leave(member, at: now, into: &effects)
            } else {
                room.disconnect(member, at: now, into: &effects)
            }
        }
        output.log(.left(address, room: name, member: member.number))
    }

    // MARK: Operators

    mutating func operate(
        _ operation: RoomOperation, on name: String, at now: Instant, into output: inout LoopOutput
    ) -> RoomOperationOutcome {
        guard let index = homes.index(of: name) else { return .noSuchRoom }
        guard !homes[index].tenure.isFrozen else { return .moving }
        switch operation {
        case .unlock where !homes[index].room.control.isLocked: return .unchanged
        case .kick(let member)
        where homes[index].room.role(of: member) == nil && !homes[index].room.mayBeDistant(member):
            return .noSuchMember
        case .unlock, .kick: change(index, at: now, into: &output) { $0.operate(operation, at: now, into: &$1) }
        // Another owner may keep the room.
        case .close where homes[index].isSilent: return .moving
        case .close:
            homes[index].dismissAll(.roomClosed, "an operator closed the room", into: &output)
            remove(name, into: &output)
        }
        output.log(.operated(room: name, operation))
        return .done
    }

    // MARK: Commits

    /// Notes commits that nothing waits for, and returns the others.
    mutating func markCommittedIfIdle(_ positions: [String: RecordNumber]) -> [String: RecordNumber] {
        positions.filter { name, number in
            guard let index = homes.index(of: name) else { return true }
            return !homes[index].markCommittedIfIdle(number)
        }
    }

    /// Notes commits, publishes what waited for them, and answers the joins that did.
    mutating func markCommitted(
        _ positions: [String: RecordNumber], at now: Instant, into output: inout LoopOutput
    ) {
        for (name, number) in positions.sorted(by: { $0.key < $1.key }) {
            guard let index = homes.index(of: name) else { continue }
            homes[index].markCommitted(number)
            guard homes[index].waitingCount > 0 else { continue }
            homes[index].publishCommitted(into: &output)
            schedule(index)
            boundHistories(&output)
            let joins = homes[index].takeCommittedJoins()
            guard !joins.isEmpty else { continue }
            change(index, at: now, into: &output) { $0.tick(at: now, into: &$1) }
            for join in joins { attach(join, to: index, at: now, into: &output) }
        }
    }

    // MARK: Time

    private mutating func schedule(_ index: Index) {
        if let deadline = homes[index].planWake() { wakes.add(homes.key(at: index), at: deadline) }
        dropOverruledWakes()
    }

    /// Removes overruled wake-ups: those that would be the next, as the end of a silence moves on with every sample of a
    /// drag and the loop must not wake for each; and the others once they are the majority.
    private mutating func dropOverruledWakes() {
        while let first = wakes.firstEntry, plannedWake(of: first.element) != first.moment { wakes.removeFirst() }
        guard wakes.count > 4 * homes.count + 16 else { return }
        wakes = TimerQueue(homes.keys.compactMap { name in plannedWake(of: name).map { (name, $0) } })
    }

    private func plannedWake(of name: String) -> Instant? {
        homes.index(of: name).flatMap { homes[$0].plannedWake }
    }

    /// Wakes the rooms whose deadline has come, and removes those that are empty for too long.
    mutating func wake(at now: Instant, into output: inout LoopOutput) {
        while let (name, moment) = wakes.popDue(at: now) {
            guard let index = homes.index(of: name), homes[index].takeWake(at: moment) else { continue }
            change(index, at: now, into: &output) { $0.tick(at: now, into: &$1) }
            if homes[index].isAbandoned(at: now) { remove(name, into: &output) }
        }
    }

    private mutating func remove(_ name: String, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        histories.add(-homes[index].ring.byteCount)
        if settings.isDurable { output.append(.deleteRecords(room: name, homes[index].room.epoch)) }
        homes[name] = nil
        output.log(.roomRemoved(room: name))
        output.send(.roomGone(room: name), to: settings.cluster == nil ? 0 : output.loops)
    }
}

// MARK: - Ownership in a cluster

extension HostedRooms {
    /// Adds a room that this node owns from now on. Nobody hears of it before `speak`.
    mutating func host(
        _ spec: RoomSpec, epoch: Epoch, after number: RecordNumber, at now: Instant, into output: inout LoopOutput
    ) {
        precondition(!contains(spec.name), "expected a room that is not hosted, got \(spec.name)")
        create(spec, epoch: epoch, after: number, at: now)
        if let index = homes.index(of: spec.name) { homes[index].beginSilently(at: now, into: &output) }
    }

    mutating func speak(_ name: String, into output: inout LoopOutput) {
        guard let index = homes.index(of: name) else { return }
        homes[index].speak(into: &output)
        boundHistories(&output)
        schedule(index)
    }

    mutating func follow(_ name: String, _ isFollowed: Bool, from loop: Int) {
        if let index = homes.index(of: name) { homes[index].follow(isFollowed, from: loop) }
    }

    mutating func hold(_ name: String) {
        if let index = homes.index(of: name) { homes[index].hold() }
    }

    mutating func holdAll() {
        for index in homes.indices { homes[index].hold() }
    }

    mutating func prepareHandOver(of name: String, isForced: Bool) {
        if let index = homes.index(of: name) { homes[index].prepareHandOver(isForced: isForced) }
    }

    mutating func cancelHandOver(of name: String) {
        guard let index = homes.index(of: name) else { return }
        homes[index].cancelHandOver()
        schedule(index)
    }

    func isDraggedBeforeHandOver(_ name: String) -> Bool {
        homes.index(of: name).map { homes[$0].isDraggedBeforeHandOver } ?? false
    }

    mutating func freezeIfReady(_ name: String) -> Bool {
        homes.index(of: name).map { homes[$0].freezeIfReady() } ?? false
    }

    /// The last published event of a room.
    func newestSequence(of name: String) -> Sequence {
        homes.index(of: name).map { homes[$0].ring.last } ?? Sequence(0)
    }

    /// Forgets a room that this node no longer owns. Its connections of this node stay if the next owner is told of them;
    /// a room that was not frozen may have kept answers from them, so they end.
    mutating func unhost(_ name: String, _ reason: UnhostReason, into output: inout LoopOutput) {
        var seats: [ReopenRequest] = []
        if let index = homes.index(of: name) {
            if reason == .handedOver, homes[index].tenure.isFrozen {
                seats = homes[index].seats(below: output.loops)
            } else {
                homes[index].dismissAll(below: output.loops, .moved, ServerCore.movedReason, into: &output)
            }
            histories.add(-homes[index].ring.byteCount)
            homes[name] = nil
        }
        output.send(.seats(room: name, seats), to: output.loops)
    }
}

// MARK: - Inspection

extension HostedRooms {
    /// Sets the gauges of rooms, members and animations.
    func measure(into metrics: inout ServerMetrics) {
        metrics.set(rooms: homes.count, members: homes.indices.reduce(0) { $0 + homes[$1].memberCount })
        metrics.set(lockedRooms: homes.indices.count { homes[$0].room.control.isLocked })
        metrics.set(assetBytes: assetBytes)
        metrics.set(flights: homes.indices.count { homes[$0].room.pager.phase.name == .settling })
    }

    /// The status of each room, by name.
    var statuses: [RoomStatus] {
        homes.keys.compactMap { name in homes.index(of: name).map { homes[$0].status } }
    }

    /// Adds what the homes hold.
    func count(into holdings: inout Holdings) {
        holdings.wakes = wakes.count
        for index in homes.indices {
            holdings.homeRingBytes += homes[index].ring.byteCount
            holdings.ringFrames = max(holdings.ringFrames, homes[index].ring.count)
            holdings.waitingForCommit = max(holdings.waitingForCommit, homes[index].waitingCount)
        }
    }
}
