import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// What the users of a room see together: who of them is behind, how far apart their windows are, and when each event came
/// to the first and the last.
extension RoomLoad {
    /// An event that was first seen so long ago has come to everybody it will come to.
    static let deliveryMicroseconds: Int64 = 1_000_000
    /// Windows that are compared at a time, of one room.
    static let windowsCompared = 1_000
    /// What several workers have seen is put together at the end: so many events and moments of each.
    static let sightingsKept = 100_000

    mutating func enterRoom(_ seat: Int) {
        let room = seats[seat].part.room
        guard seats[seat].memberPlace == nil else { return }
        seats[seat].memberPlace = rooms[room].members.count
        rooms[room].members.append(seat)
        rooms[room].generation += 1
    }

    /// The user hears no more of its room on this connection.
    mutating func leaveRoom(_ seat: Int, at now: LoadTime) {
        let room = seats[seat].part.room
        tally.counts.expectedEvents += missed(seat, at: now)
        seats[seat].stream = EventStream()
        guard let place = seats[seat].memberPlace else { return }
        rooms[room].members.swapAt(place, rooms[room].members.count - 1)
        rooms[room].members.removeLast()
        if place < rooms[room].members.count { seats[rooms[room].members[place]].memberPlace = place }
        seats[seat].memberPlace = nil
        rooms[room].generation += 1
    }

    /// Events that others have had for long and the user has not.
    private func missed(_ seat: Int, at now: LoadTime) -> Int {
        let stream = seats[seat].stream
        let room = rooms[seats[seat].part.room]
        guard let last = stream.last, stream.life == room.life,
            let newest = room.newest(by: now.advanced(byMicroseconds: -RoomLoad.deliveryMicroseconds))
        else { return 0 }
        return Int(max(0, newest.number - max(last, stream.welcomed).number))
    }

    /// Counts what is not counted yet because it may still change.
    mutating func closeBooks(at now: LoadTime) {
        for user in seats.numbers {
            guard let seat = seats.seat(of: user) else { continue }
            tally.counts.expectedEvents += missed(seat, at: now)
        }
        for room in rooms.indices {
            for sighting in rooms[room].watched { keep(sighting, of: room) }
        }
    }

    /// Takes down an event that nobody else will get.
    mutating func keep(_ sighting: RoomWatch.Sighting, of room: Int) {
        guard share.workers > 1, sightingCount < RoomLoad.sightingsKept, let key = key(of: room) else {
            guard sighting.receivers > 1 else { return }
            return tally.record(.spread, sighting.last.microseconds(since: sighting.first), at: sighting.first)
        }
        sightingCount += 1
        sightings[key, default: RoomSightings()].events[sighting.event.sequence.number] = RoomSightings.Seen(
            first: sighting.first.microseconds(since: start), last: sighting.last.microseconds(since: start),
            receivers: sighting.receivers, digest: sighting.rest?.digest.text)
    }

    /// A room in a life of its server, the same for all workers.
    private func key(of room: Int) -> String? {
        guard let life = rooms[room].life, let epoch = lives.first(where: { $0.value == life })?.key else { return nil }
        return "\(rooms[room].name) \(epoch.text)"
    }

    /// Compares the windows of each room's members at the moments that are the same for all workers.
    mutating func takeSamples(at now: LoadTime) {
        guard let moment = samples.take(at: now) else { return }
        for room in rooms.indices where rooms[room].members.count >= (share.workers > 1 ? 1 : 2) {
            guard let span = span(of: room, at: moment) else { continue }
            guard share.workers > 1, sightingCount < RoomLoad.sightingsKept, let key = key(of: room) else {
                if span.windows > 1 { tally.record(.skew, span.highest - span.lowest, at: moment) }
                continue
            }
            sightingCount += 1
            let number = moment.microseconds / SkewSamples.everyMicroseconds
            sightings[key, default: RoomSightings()].spans[number] = span
        }
    }

    private func span(of room: Int, at moment: LoadTime) -> RoomSightings.Span? {
        let members = rooms[room].members
        let step = max(1, members.count / RoomLoad.windowsCompared)
        var span: RoomSightings.Span?
        for place in stride(from: 0, to: members.count, by: step) {
            guard let position = position(members[place], at: moment) else { continue }
            let one = RoomSightings.Span(
                at: moment.microseconds(since: start), lowest: position.units, highest: position.units, windows: 1)
            span = span?.joined(with: one) ?? one
        }
        return span
    }

    /// What the user's window shows, by its own idea of the server's time.
    private func position(_ seat: Int, at moment: LoadTime) -> Position? {
        guard let serverTime = seats[seat].core.clock.time(at: moment.instant) else { return nil }
        return seats[seat].core.replica?.position(at: serverTime)
    }

    /// In words, who shows something else than the others of the room; nobody when all show the same.
    mutating func othersOutOfStep(in room: Int) -> [String] {
        if let known = rooms[room].outOfStep, known.generation == rooms[room].generation { return known.words }
        let words = findOutOfStep(in: room)
        rooms[room].outOfStep = (rooms[room].generation, words)
        return words
    }

    private func findOutOfStep(in room: Int) -> [String] {
        guard let first = rooms[room].members.first, let replica = seats[first].core.replica else { return [] }
        var behind = 0
        var different = 0
        for member in rooms[room].members {
            guard let other = seats[member].core.replica else { continue }
            if other.sequence != replica.sequence {
                behind += 1
            } else if !other.shows(replica) {
                different += 1
            }
        }
        return (behind > 0 ? ["\(behind) behind or ahead"] : [])
            + (different > 0 ? ["\(different) with another picture"] : [])
    }
}
