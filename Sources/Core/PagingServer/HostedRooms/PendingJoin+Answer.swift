import PagingEngine
import PagingRoom
import PagingWire

extension PendingJoin {
    /// The welcome and a catch-up: the missed events where the ring reaches back to the last one seen, with the present
    /// offset while somebody drags; otherwise a snapshot.
    func answer(
        as role: Role, in room: Room, ring: FrameRing, settings: ServerSettings, into output: inout LoopOutput
    ) -> JoinGranted {
        var missed: [Frame]?
        if let since = join.since, since.epoch == room.epoch, ring.reaches(back: since.sequence) {
            let lines = output.missed(in: room.name, after: since.sequence, of: ring)
            missed = lines.isEmpty ? [] : [lines]
            let offset = room.offset(at: now)
            if offset.by != nil, join.offsets != .none, replica == nil {
                missed?.append(output.encode(.offset(offset)))
            }
        }
        let welcome = Welcome(
            id: id, server: settings.server, room: room.name, member: member, session: session, role: role,
            epoch: room.epoch, sequence: ring.last, now: now, recovered: missed != nil, limits: settings.limits,
            retry: settings.retry)
        var catchUp = missed ?? [output.frame(of: Snapshot(of: room, as: replica, at: now))]
        let notes = room.notes(for: member)
        if !notes.isEmpty { catchUp.append(output.encode(.notes(notes))) }
        return JoinGranted(
            room: room.name, member: member, session: session, offsets: join.offsets, knowsEpochs: join.knowsEpochs,
            frames: [output.encode(.welcome(welcome))] + catchUp,
            sequence: ring.last, recovered: missed != nil)
    }

    /// Sends the answer to the loop of the connection, and counts it.
    func send(_ granted: JoinGranted, as role: Role, of epoch: Epoch, into output: inout LoopOutput) {
        output.send(.joinGranted(address.peer, granted), to: address.loop)
        output.count(self, recovered: granted.recovered, epoch: epoch)
        output.log(
            .joined(
                address, room: granted.room, member: member.number, role: role.rawValue, recovered: granted.recovered))
    }
}

extension Snapshot {
    /// The room as it was when `replica` was taken, or as it is.
    init(of room: Room, as replica: Replica?, at now: Instant) {
        let replica = replica ?? room.snapshot(at: now)
        self.init(epoch: room.epoch, now: now, replica: replica, digest: replica.digest)
    }
}
