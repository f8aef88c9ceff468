import PagingContent
import PagingEngine
import PagingRoom

/// Rooms that are made because somebody comes, and go when nobody is left.
///
/// A room's home makes it, but only with the word of loop 0, which counts the rooms of the whole process.
extension ServerCore {
    /// Takes a room in as its home.
    mutating func establish(_ plan: RoomSpec, epoch: Epoch, at now: Instant) {
        var room = plan.room(epoch: epoch, now: now)
        room.capacity = settings.roomCapacity
        var home = Home(room: room, loops: loops, ringFrames: settings.ringFrames)
        if settings.isDurable { home.journal = CommitGate() }
        homes[plan.name] = home
        guard let place = homes.index(of: plan.name) else { return }
        homes[place].noteEmptiness(at: now)
        schedule(place)
    }

    /// Somebody wants to enter a room that would be this loop's and is not there.
    mutating func want(_ name: String, _ arrival: JoinRequest, into effects: inout [ServerEffect]) {
        let isAsked = wanted[name] != nil
        guard arrival.mayCreate || isAsked else {
            count(.join, .forbidden)
            return dismiss(arrival.address, .noSuchRoom, "there is no room \(name)", into: &effects)
        }
        wanted[name, default: []].append(arrival)
        if !isAsked { mail(.roomWanted(name, by: loop), to: 0, into: &effects) }
    }

    /// As loop 0: whether there may be one more room.
    mutating func decide(on name: String, of other: Int, into effects: inout [ServerEffect]) {
        let isGranted = roomCount < settings.roomLimit
        roomCount += isGranted ? 1 : 0
        mail(.roomDecided(name, isGranted: isGranted), to: other, into: &effects)
    }

    /// Makes the room and lets those in who wait for it.
    mutating func make(_ name: String, isGranted: Bool, at now: Instant, into effects: inout [ServerEffect]) {
        let arrivals = wanted.removeValue(forKey: name) ?? []
        guard isGranted else {
            for arrival in arrivals {
                count(.join, .forbidden)
                dismiss(arrival.address, .serverFull, "the server has its \(settings.roomLimit) rooms", into: &effects)
            }
            return
        }
        guard !arrivals.isEmpty else { return mail(.roomGone, to: 0, into: &effects) }
        roomsMade += 1
        let plan = RoomSpec(
            name: name, supplier: .numbers, configuration: Configuration(.threePage), policy: settings.policy,
            isOnDemand: true)
        // A name may be used again: who comes back to the room before must not take this one's events for its own.
        establish(plan, epoch: Epoch("\(settings.epoch.text)-\(roomsMade)"), at: now)
        effects.append(.log(.made(room: name)))
        for arrival in arrivals { enter(name, arrival, at: now, into: &effects) }
    }

    /// Closes a room in which nobody has been for so long, and forgets it.
    mutating func closeIfEmpty(_ name: String, at now: Instant, into effects: inout [ServerEffect]) {
        guard let place = homes.index(of: name), let since = homes[place].emptySince,
            now.milliseconds(since: since) >= settings.emptyRoomMilliseconds
        else { return }
        homes[name] = nil
        if settings.isDurable { effects.append(.forget(room: name)) }
        effects.append(.log(.gone(room: name)))
        mail(.roomGone, to: 0, into: &effects)
    }
}
