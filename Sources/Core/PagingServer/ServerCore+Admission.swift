import PagingEngine
import PagingRoom
import PagingWire

/// Who comes into a room of this loop, and with what picture of it.
extension ServerCore {
    mutating func enter(
        _ name: String, _ arrival: JoinRequest, at now: Instant, into effects: inout [ServerEffect]
    ) {
        guard homes.index(of: name) != nil else { return want(name, arrival, into: &effects) }
        let (join, address) = (arrival.join, arrival.address)
        let before = homes[name]?.journal?.issued
        var member: MemberID?
        var session = arrival.secret
        var barrier: JoinDenial?
        with(name, at: now, into: &effects) { room, said in
            if let old = join.session,
                let known = room.rejoin(old, name: join.name, atMost: arrival.limit, at: now, into: &said)
            {
                (member, session) = (known, old)
            } else {
                room.tick(at: now, into: &said)
                barrier = room.barrier(to: join.session)
                guard barrier == nil else { return }
                member = room.join(name: join.name, role: join.role, session: session, at: now, into: &said)
            }
        }
        if let barrier {
            count(.join, .forbidden)
            dismiss(address, barrier.closeCode, barrier.reason, into: &effects)
        }
        guard let member else { return }
        let heldFor = takeOver(member, in: name, into: &effects)
        let entry = PendingJoin(
            address: address, member: member, id: arrival.id, join: join, session: session, now: now)
        guard let journal = homes[name]?.journal else { return seat(entry, in: name, at: now, into: &effects) }
        // Only who is new, or has changed, has a record of its own to wait for.
        let number = max(heldFor, journal.issued == before ? .none : journal.issued)
        if journal.isSafe(number) {
            seat(entry, in: name, at: now, into: &effects)
        } else {
            homes[name]?.journal?.hold(entry, until: number)
        }
    }

    /// Ends the connection on which the member is, or on which it is about to come in; tells the record the latter
    /// waits for.
    private mutating func takeOver(
        _ member: MemberID, in name: String, into effects: inout [ServerEffect]
    ) -> RecordNumber {
        let held = homes[name]?.journal?.dropEntry { $0.member == member }
        let seated = homes[name]?.addresses[member]
        if let seated { _ = homes[name]?.disconnect(member, from: seated) }
        for address in [held?.entry.address, seated].compactMap(\.self) {
            dismiss(address, .takenOver, "the session has joined elsewhere", into: &effects)
        }
        return held?.after ?? .none
    }

    /// Connects a newcomer to the room, and answers it as soon as what was said before is told.
    mutating func seat(_ entry: PendingJoin, in name: String, at now: Instant, into effects: inout [ServerEffect]) {
        guard let place = homes.index(of: name) else { return }
        homes[place].connect(entry.member, at: entry.address, offsets: entry.join.offsets)
        schedule(place)
        var entry = entry
        entry.now = now
        guard isHoldingBack(place) else { return admit(entry, to: name, into: &effects) }
        entry.replica = homes[place].room.snapshot(at: now)
        homes[place].journal?.add(.entry(entry))
    }

    /// Who asked to come in is gone before it was answered: the member is away, if it is one already.
    mutating func withdraw(
        _ name: String, _ address: Address, at now: Instant, into effects: inout [ServerEffect]
    ) {
        wanted[name]?.removeAll { $0.address == address }
        guard let (entry, _) = homes[name]?.journal?.dropEntry(where: { $0.address == address }) else { return }
        with(name, at: now, into: &effects) { $0.disconnect(entry.member, at: now, into: &$1) }
    }

    /// Lets a newcomer in whose turn it is.
    mutating func admit(_ entry: PendingJoin, to name: String, into effects: inout [ServerEffect]) {
        guard let home = homes[name] else { return }
        let role = home.room.role(of: entry.member) ?? entry.join.role
        let admission = admission(to: home, entry, as: role)
        mail(.admitted(entry.address.peer, admission), to: entry.address.loop, into: &effects)
        count(entry, recovered: admission.recovered, epoch: home.room.epoch)
        effects.append(
            .log(
                .joined(
                    entry.address, room: name, member: entry.member.number, role: role.rawValue,
                    recovered: admission.recovered)))
    }

    /// Welcome and what brings the newcomer up to date: exactly the missed events where the ring reaches back
    /// to what it has seen, and where a hand has the pager now; else a snapshot.
    private mutating func admission(to home: Home, _ entry: PendingJoin, as role: Role) -> JoinGranted {
        let join = entry.join
        var missed: [Frame]?
        if let since = join.since, since.epoch == home.room.epoch, home.ring.reaches(back: since.sequence) {
            let lines = catchUps.missed(in: home.room.name, after: since.sequence, of: home.ring)
            missed = lines.isEmpty ? [] : [lines]
            let offset = home.room.offset(at: entry.now)
            if offset.by != nil, join.offsets != .none, entry.replica == nil { missed?.append(encode(.offset(offset))) }
        }
        let welcome = Welcome(
            id: entry.id, server: settings.server, room: home.room.name, member: entry.member, session: entry.session,
            role: role, epoch: home.room.epoch, sequence: home.ring.last, now: entry.now,
            recovered: missed != nil, limits: settings.limits, retry: settings.retry)
        var catchUp: [Frame]
        if let missed {
            catchUp = missed
        } else {
            let seen = snapshot(of: home, entry.replica, at: entry.now)
            catchUp = [catchUps.frame(of: seen, encode: encode)]
        }
        let notes = home.room.notes(for: entry.member)
        if !notes.isEmpty { catchUp.append(encode(.notes(notes))) }
        return JoinGranted(
            room: home.room.name, member: entry.member, offsets: join.offsets,
            frames: [encode(.welcome(welcome))] + catchUp, sequence: home.ring.last, recovered: missed != nil)
    }

    /// The room as it was when `replica` was taken, or as it is.
    private func snapshot(of home: Home, _ replica: Replica?, at now: Instant) -> Snapshot {
        let replica = replica ?? home.room.snapshot(at: now)
        return Snapshot(epoch: home.room.epoch, now: now, replica: replica, digest: replica.digest)
    }

    mutating func resync(_ name: String, _ address: Address, at now: Instant, into effects: inout [ServerEffect]) {
        with(name, at: now, into: &effects) { $0.tick(at: now, into: &$1) }
        guard let place = homes.index(of: name) else { return }
        let home = homes[place]
        let snapshot = snapshot(of: home, nil, at: now)
        if isHoldingBack(place) {
            homes[place].journal?.add(.reset(address, snapshot))
        } else {
            mail(.reset(address.peer, encode(.snapshot(snapshot)), home.ring.last), to: address.loop, into: &effects)
        }
    }
}

extension JoinDenial {
    fileprivate var closeCode: CloseCode {
        switch self {
        case .removed: .removed
        case .locked: .forbidden
        case .full: .roomFull
        }
    }
}
