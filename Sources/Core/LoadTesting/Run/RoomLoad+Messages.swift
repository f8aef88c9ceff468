import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// What servers say, looked at before the client sees it: whether the numbers are right, whether everybody is told the
/// same, and how long it was on its way.
extension RoomLoad {
    mutating func received(_ seat: Int, _ messages: [ServerMessage], bytes: Int, at now: LoadTime) {
        guard seats[seat].connection == .open else { return }
        if let later = troubles.delay(of: seats[seat].number, seats[seat].part, at: now) {
            let last = seats[seat].held.last?.due ?? now
            let due = max(last, now.advanced(byMicroseconds: later * 1_000))
            return seats[seat].held.append(VirtualUser.Held(due: due, messages: messages, bytes: bytes))
        }
        // Nothing overtakes what is kept back.
        if let last = seats[seat].held.last?.due {
            return seats[seat].held.append(VirtualUser.Held(due: last, messages: messages, bytes: bytes))
        }
        take(messages, bytes: bytes, seat, at: now)
    }

    mutating func take(_ messages: [ServerMessage], bytes: Int, _ seat: Int, at now: LoadTime) {
        tally.received(messages: 1, bytes: bytes, at: now)
        rooms[seats[seat].part.room].generation += 1
        var changesPicture = false
        for message in messages {
            switch message {
            case .welcome(let welcome): welcomed(seat, welcome, at: now)
            case .snapshot(let snapshot):
                changesPicture = true
                look(at: snapshot, seat, at: now)
            case .event(let event):
                if event.change.changesPicture { changesPicture = true }
                look(at: event, seat, at: now)
            case .offset(let offset):
                tally.counts.offsets += 1
                if seats[seat].stream.last != nil { noteDelivery(offset.now, seat, at: now) }
            case .answer(.refused(_, let refusal, _)): tally.rejected(refusal.code.rawValue, at: now)
            case .pong(let id, let server): noteClock(server, id, seat, at: now)
            case .answer, .pages, .notes, .inStep, .notice, .closing: break
            }
        }
        tellClient(seat, .received(messages), at: now)
        if changesPicture { compareRest(seat, at: now) }
    }

    private mutating func welcomed(_ seat: Int, _ welcome: Welcome, at now: LoadTime) {
        let life = lives[welcome.epoch] ?? clocks.count
        if life == clocks.count {
            clocks.append(ServerTime())
            lives[welcome.epoch] = life
        }
        let room = seats[seat].part.room
        for old in rooms[room].enter(life: life) { keep(old, of: room) }
        let known = welcome.recovered ? seats[seat].core.replica?.sequence : nil
        seats[seat].stream.begin(life: life, welcomed: welcome.sequence, after: known)
        noteClock(welcome.now, welcome.id, seat, at: now)
    }

    private mutating func noteClock(_ server: Instant, _ id: RequestID, _ seat: Int, at now: LoadTime) {
        guard let probe = seats[seat].probe, probe.id == id else { return }
        seats[seat].probe = nil
        clocks[seats[seat].stream.life].add(sent: probe.sent, received: now, server: server)
    }

    private mutating func look(at snapshot: Snapshot, _ seat: Int, at now: LoadTime) {
        let missed = seats[seat].stream.jump(to: snapshot.replica.sequence)
        tally.counts.expectedEvents += missed
        if snapshot.replica.digest != snapshot.digest { differs(at: now) }
    }

    private mutating func look(at event: Event, _ seat: Int, at now: LoadTime) {
        let isLive = seats[seat].stream.isLive(event.sequence)
        switch seats[seat].stream.take(event.sequence) {
        case .duplicate:
            tally.counts.duplicates += 1
            return tally.erred(at: now)
        case .gap(let count):
            tally.counts.gaps += count
            if isLive { tally.counts.expectedEvents += count }
            tally.erred(at: now)
        case .next: break
        }
        if isLive {
            tally.counts.expectedEvents += 1
            tally.counts.receivedEvents += 1
            if case .animation(let animation) = event.change { noteDelivery(animation.start, seat, at: now) }
        }
        let room = seats[seat].part.room
        guard rooms[room].life == seats[seat].stream.life else { return }
        if !rooms[room].see(event, isLive: isLive, at: now) { differs(at: now) }
        for old in rooms[room].takeOld(at: now) { keep(old, of: room) }
    }

    /// What says when it was made: animations, which begin then, and places of a hand. Other events carry no time.
    private mutating func noteDelivery(_ made: Instant, _ seat: Int, at now: LoadTime) {
        guard let age = clocks[seats[seat].stream.life].age(of: made, at: now) else { return }
        tally.record(.deliver, age, at: now)
    }

    /// Holds what the user shows at rest against what others showed after the same event.
    private mutating func compareRest(_ seat: Int, at now: LoadTime) {
        let room = seats[seat].part.room
        guard case .following = seats[seat].core.stage, rooms[room].life == seats[seat].stream.life,
            let replica = seats[seat].core.replica, replica.isAtRest
        else { return }
        if !rooms[room].rest(replica) { differs(at: now) }
    }

    private mutating func differs(at now: LoadTime) {
        tally.counts.diverged += 1
        tally.erred(at: now)
    }
}
