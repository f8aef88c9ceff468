import PagingEngine
import PagingRoom
import PagingWire

/// Who comes into a room of this loop, and with what picture of it.
extension ServerCore {
    mutating func enter(
        _ name: String, _ address: Address, _ id: RequestID, _ join: Join, secret: Session, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        var member: MemberID?
        var session = secret
        var barrier: Barrier?
        with(name, at: now, into: &effects) { room, said in
            if let old = join.session, let known = room.rejoin(old, at: now, into: &said) {
                (member, session) = (known, old)
            } else {
                room.tick(at: now, into: &said)
                barrier = room.barrier(to: join.session)
                guard barrier == nil else { return }
                member = room.join(name: join.name, role: join.role, session: secret, at: now, into: &said)
            }
        }
        if let barrier { dismiss(address, barrier.closeCode, barrier.reason, into: &effects) }
        guard let member else { return }
        if let elsewhere = homes[name]?.addresses[member] {
            _ = homes[name]?.disconnect(member, from: elsewhere)
            dismiss(elsewhere, .takenOver, "the session has joined elsewhere", into: &effects)
        }
        homes[name]?.connect(member, at: address, offsets: join.offsets)
        schedule(name)
        let waits = isHoldingBack(name)
        let entry = Entry(
            address: address, member: member, id: id, join: join, session: session,
            role: homes[name]?.room.role(of: member) ?? join.role, now: now,
            replica: waits ? homes[name]?.room.snapshot(at: now) : nil)
        if waits { homes[name]?.journal?.add(.entry(entry)) } else { admit(entry, to: name, into: &effects) }
    }

    /// Lets a newcomer in whose turn it is.
    mutating func admit(_ entry: Entry, to name: String, into effects: inout [ServerEffect]) {
        guard let home = homes[name] else { return }
        let admission = admission(to: home, entry)
        mail(.admitted(entry.address.peer, admission), to: entry.address.loop, into: &effects)
        effects.append(
            .log(
                .joined(
                    room: name, member: entry.member.number, role: entry.role.rawValue,
                    recovered: admission.recovered)))
    }

    /// Welcome and what brings the newcomer up to date: exactly the missed events where the ring reaches back
    /// to what it has seen, and where a hand has the pager now; else a snapshot.
    private func admission(to home: Home, _ entry: Entry) -> Admission {
        let join = entry.join
        var missed: [Frame]?
        if let since = join.since, since.epoch == home.room.epoch, home.ring.reaches(back: since.sequence) {
            missed = home.ring.frames(after: since.sequence)
            let offset = home.room.offset(at: entry.now)
            if offset.by != nil, join.offsets != .none, entry.replica == nil { missed?.append(encode(.offset(offset))) }
        }
        let welcome = Welcome(
            id: entry.id, server: settings.server, room: home.room.name, member: entry.member, session: entry.session,
            role: entry.role, epoch: home.room.epoch, sequence: home.ring.last, now: entry.now,
            recovered: missed != nil, limits: settings.limits, retry: settings.retry)
        var catchUp = missed ?? [encode(.snapshot(snapshot(of: home, entry.replica, at: entry.now)))]
        let notes = home.room.notes(for: entry.member)
        if !notes.isEmpty { catchUp.append(encode(.notes(notes))) }
        return Admission(
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
        guard let home = homes[name] else { return }
        let snapshot = snapshot(of: home, nil, at: now)
        if isHoldingBack(name) {
            homes[name]?.journal?.add(.reset(address, snapshot))
        } else {
            mail(.reset(address.peer, encode(.snapshot(snapshot)), home.ring.last), to: address.loop, into: &effects)
        }
    }
}

extension Barrier {
    fileprivate var closeCode: CloseCode {
        switch self {
        case .removed: .removed
        case .locked: .forbidden
        case .full: .roomFull
        }
    }
}
