import PagingEngine
import PagingRoom
import PagingWire

/// The home's side: the only place where a room is changed.
extension ServerCore {
    /// Runs `change` on a room of this loop and sends out what it says.
    mutating func with(
        _ name: String, at now: Instant, into effects: inout [ServerEffect],
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        guard homes[name] != nil else { return }
        roomEffects.removeAll(keepingCapacity: true)
        change(&homes[name]!.room, &roomEffects)
        let said = roomEffects
        if homes[name]!.journal == nil {
            broadcast(said, of: name, into: &effects)
            answer(said, of: name, into: &effects)
        } else {
            keep(said, of: name, into: &effects)
        }
        schedule(name)
    }

    /// Encodes what the room said once and hands it to every loop with members.
    mutating func broadcast(_ said: [RoomEffect], of name: String, into effects: inout [ServerEffect]) {
        guard var publication = homes[name].map({ Publication(first: $0.ring.last.next) }) else { return }
        for effect in said {
            switch effect {
            case .event(let event):
                let frame = encode(.event(event))
                homes[name]?.ring.append(frame)
                publication.frames.append(frame)
            case .offset(let offset, let isFrame):
                publication.offset = EncodedOffset(
                    frame: encode(.offset(offset)), sequence: offset.sequence, isFrame: isFrame)
            case .answer: break
            }
        }
        guard !publication.frames.isEmpty || publication.offset != nil, let home = homes[name] else { return }
        for other in 0..<loops where home.membersPerLoop[other] > 0 {
            mail(.publish(room: name, publication), to: other, into: &effects)
        }
    }

    private mutating func answer(_ said: [RoomEffect], of name: String, into effects: inout [ServerEffect]) {
        for case .answer(let member, let answer) in said {
            guard let address = homes[name]?.addresses[member] else { continue }
            mail(.reply(address.peer, encode(.answer(answer))), to: address.loop, into: &effects)
        }
    }

    mutating func schedule(_ name: String) {
        guard let deadline = homes[name]?.room.nextDeadline else { return }
        if let wakeAt = homes[name]?.wakeAt, wakeAt <= deadline { return }
        homes[name]?.wakeAt = deadline
        wakes.add(name, at: deadline)
    }

    /// Looks at the rooms that are due.
    mutating func wakeRooms(at now: Instant, into effects: inout [ServerEffect]) {
        while let (name, moment) = wakes.next(at: now) {
            guard homes[name]?.wakeAt == moment else { continue }
            homes[name]?.wakeAt = nil
            with(name, at: now, into: &effects) { $0.tick(at: now, into: &$1) }
        }
    }

    mutating func enter(
        _ name: String, _ address: Address, _ id: RequestID, _ join: Join, secret: Session, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        var member: MemberID?
        var session = secret
        with(name, at: now, into: &effects) { room, said in
            if let old = join.session, let known = room.rejoin(old, at: now, into: &said) {
                (member, session) = (known, old)
            } else {
                member = room.join(name: join.name, role: join.role, session: secret, at: now, into: &said)
            }
        }
        guard let member else { return }
        if let elsewhere = homes[name]?.addresses[member] {
            _ = homes[name]?.disconnect(member, from: elsewhere)
            mail(.displaced(elsewhere.peer), to: elsewhere.loop, into: &effects)
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
        let catchUp = missed ?? [encode(.snapshot(snapshot(of: home, entry.replica, at: entry.now)))]
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

    mutating func leave(
        _ name: String, _ member: MemberID, _ address: Address, politely: Bool, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        guard homes[name]?.disconnect(member, from: address) == true else { return }
        with(name, at: now, into: &effects) { room, said in
            if politely {
                room.leave(member, at: now, into: &said)
            } else {
                room.disconnect(member, at: now, into: &said)
            }
        }
        effects.append(.log(.left(room: name, member: member.number)))
    }

    mutating func answerPages(
        _ name: String, _ address: Address, _ id: RequestID, from first: PageIndex, count: Int,
        into effects: inout [ServerEffect]
    ) {
        guard let pages = homes[name]?.room.pages(from: first, count: count) else { return }
        let frame = encode(.pages(id, pages))
        if isHoldingBack(name) {
            homes[name]?.journal?.add(.reply(frame, address))
        } else {
            mail(.reply(address.peer, frame), to: address.loop, into: &effects)
        }
    }
}
