import PagingEngine
import PagingRoom

/// What the users of one worker see of one room: who is in it, and its newest events as they came.
struct RoomWatch: Sendable {
    /// One event, as it came to those who were there when it happened.
    struct Sighting: Sendable {
        let event: Event
        let first: LoadTime
        var last: LoadTime
        var receivers = 0
        /// The room at rest after it, as the first one saw it.
        var rest: Replica?
    }

    /// An event is watched for so long.
    static let watchedMicroseconds: Int64 = 10_000_000
    /// More of them are not watched at a time.
    static let sightingsKept = 4_096

    let name: String
    /// Users that are in the room, in no order.
    var members: [Int] = []
    /// Which server's life the numbers are of.
    private(set) var life: Int?
    /// From `base` on, nil for those that came to nobody.
    private var sightings: [Sighting?] = []
    private var base = Sequence(0)
    /// Rises with every message to the room's users and with every one who comes or goes.
    var generation = 0
    /// Who is out of step, and at which generation that was found out.
    var outOfStep: (generation: Int, words: [String])?

    init(name: String) {
        self.name = name
    }

    /// Another life of the server numbers anew; what was seen of the one before is handed over.
    mutating func enter(life: Int) -> [Sighting] {
        guard self.life != life else { return [] }
        self.life = life
        defer { sightings = [] }
        return sightings.compactMap(\.self)
    }

    /// Takes note that an event came to somebody; false when it says something else than it did to others.
    mutating func see(_ event: Event, isLive: Bool, at now: LoadTime) -> Bool {
        guard let place = place(of: event.sequence, opening: isLive) else { return true }
        guard let known = sightings[place] else {
            // The first of all has nobody to be compared with; one who catches up says nothing of when it happened.
            if isLive { sightings[place] = Sighting(event: event, first: now, last: now, receivers: 1) }
            return true
        }
        if isLive {
            sightings[place]?.last = now
            sightings[place]?.receivers += 1
        }
        return known.event == event
    }

    /// Takes note of what somebody shows at rest; false when others show something else after the same event.
    mutating func rest(_ replica: Replica) -> Bool {
        guard let place = place(of: replica.sequence, opening: false), sightings[place] != nil else { return true }
        guard let known = sightings[place]?.rest else {
            sightings[place]?.rest = replica
            return true
        }
        return known.shows(replica)
    }

    /// The last event that had come to somebody by `moment`; nil when none is known.
    func newest(by moment: LoadTime) -> Sequence? {
        for place in sightings.indices.reversed() {
            if let first = sightings[place]?.first, first <= moment { return Sequence(base.number + Int64(place)) }
        }
        return nil
    }

    /// Takes out what is not watched any longer.
    mutating func takeOld(at now: LoadTime) -> [Sighting] {
        let isOld = { (sighting: Sighting?) in
            sighting.map { now.microseconds(since: $0.first) > RoomWatch.watchedMicroseconds } ?? true
        }
        // Seldom, and then many: taking from the front moves what is behind.
        guard sightings.count >= RoomWatch.sightingsKept || sightings.count > 32 && isOld(sightings[31]) else {
            return []
        }
        let count = max(sightings.prefix(while: isOld).count, sightings.count - RoomWatch.sightingsKept / 2)
        return take(count)
    }

    /// Everything that is watched now.
    var watched: [Sighting] { sightings.compactMap(\.self) }

    private mutating func take(_ count: Int) -> [Sighting] {
        let old = sightings.prefix(count).compactMap(\.self)
        sightings.removeFirst(count)
        base = Sequence(base.number + Int64(count))
        return old
    }

    /// Where an event is or, `opening` a place, will be; nil when it is older or newer than all that are watched.
    private mutating func place(of sequence: Sequence, opening: Bool) -> Int? {
        if sightings.isEmpty {
            guard opening else { return nil }
            base = sequence
        }
        let place = Int(sequence.number - base.number)
        guard place >= sightings.count else { return place >= 0 ? place : nil }
        guard opening else { return nil }
        guard place - sightings.count < RoomWatch.sightingsKept else {
            (base, sightings) = (sequence, [nil])
            return 0
        }
        while sightings.count <= place { sightings.append(nil) }
        return place
    }
}

extension Replica {
    /// Whether both have the same digest, without taking it.
    func shows(_ other: Replica) -> Bool {
        settled == other.settled && target == other.target && origin == other.origin && revision == other.revision
            && count == other.count && wrap == other.wrap && shown == other.shown && window == other.window
    }
}
