import PagingEngine
import PagingRoom

/// One room as the users of one worker see it: its members, and its newest events as they came.
struct RoomWatch: Sendable {
    /// One event, as it came to the members that were there when it happened.
    struct Sighting: Sendable {
        let event: Event
        var first: LoadTime
        var last: LoadTime
        var receivers = 0
        /// The room at rest after it, as the first one saw it.
        var rest: Replica?
    }

    /// How long an event is watched.
    private static let watchedMicroseconds: Int64 = 10_000_000
    /// The most events that are watched at a time.
    static let sightingsKept = 4_096

    let name: String
    /// The server's life whose event numbers are watched.
    private(set) var life: Int?
    /// Members by number, in no order, and where each of them is among them.
    private var members: [Int] = []
    private var places: [Int: Int] = [:]
    /// Sightings from `base` on; nil for events that no member received.
    private var sightings: [Sighting?] = []
    private var base = Sequence(0)
    /// When its events arrived, and the requests that caused them.
    var deliveries = DeliveryLedger()
    /// Rises with every message to a member and with every member that comes or goes.
    private var generation = 0
    /// The last answer of `outOfStep` and its generation.
    private var lastOutOfStep: (generation: Int, texts: [String])?

    init(name: String) {
        self.name = name
    }

    // MARK: Members

    var memberCount: Int { members.count }

    mutating func add(_ member: Int) {
        guard places[member] == nil else { return }
        places[member] = members.count
        members.append(member)
        generation += 1
    }

    mutating func remove(_ member: Int) {
        guard let place = places.removeValue(forKey: member) else { return }
        members.swapAt(place, members.count - 1)
        members.removeLast()
        if place < members.count { places[members[place]] = place }
        generation += 1
    }

    /// Members at even distances, at least half as many as `most` where there are more.
    func members(atMost most: Int) -> [Int] {
        stride(from: 0, to: members.count, by: max(1, members.count / most)).map { members[$0] }
    }

    /// A member may show something else now.
    mutating func noteChange() {
        generation += 1
    }

    /// How many members show something else than the first one, in words; empty when all show the same.
    mutating func outOfStep(_ replica: (_ member: Int) -> Replica?) -> [String] {
        if let last = lastOutOfStep, last.generation == generation { return last.texts }
        let texts = findOutOfStep(replica)
        lastOutOfStep = (generation, texts)
        return texts
    }

    private func findOutOfStep(_ replica: (_ member: Int) -> Replica?) -> [String] {
        guard let first = members.first, let expected = replica(first) else { return [] }
        var behind = 0
        var different = 0
        for member in members {
            guard let other = replica(member) else { continue }
            if other.sequence != expected.sequence {
                behind += 1
            } else if !other.shows(expected) {
                different += 1
            }
        }
        return (behind > 0 ? ["\(behind) behind or ahead"] : [])
            + (different > 0 ? ["\(different) with another picture"] : [])
    }

    // MARK: Events

    /// Begins another life of the server and returns the events of the previous life. Each life numbers events again.
    mutating func enter(life: Int) -> [Sighting] {
        guard self.life != life else { return [] }
        self.life = life
        deliveries = DeliveryLedger()
        defer { sightings = [] }
        return sightings.compactMap(\.self)
    }

    /// Notes that an event came to a member; false when others received another event with this number.
    ///
    /// - Parameter isApart: whether the member stays out of the spread.
    mutating func see(_ event: Event, isLive: Bool, isApart: Bool = false, at now: LoadTime) -> Bool {
        guard let place = place(of: event.sequence, opening: isLive) else { return true }
        guard let known = sightings[place] else {
            // A member that catches up does not show when the event happened.
            if isLive {
                sightings[place] = Sighting(event: event, first: now, last: now, receivers: isApart ? 0 : 1)
            }
            return true
        }
        if isLive, !isApart {
            if known.receivers == 0 { sightings[place]?.first = now }
            sightings[place]?.last = now
            sightings[place]?.receivers += 1
        }
        return known.event == event
    }

    /// Notes what a member shows at rest; false when others show something else after the same event.
    mutating func rest(_ replica: Replica) -> Bool {
        guard let place = place(of: replica.sequence, opening: false), sightings[place] != nil else { return true }
        guard let known = sightings[place]?.rest else {
            sightings[place]?.rest = replica
            return true
        }
        return known.shows(replica)
    }

    /// The last event that had come to any member by `moment`; nil when none is known.
    func newest(by moment: LoadTime) -> Sequence? {
        for place in sightings.indices.reversed() {
            if let first = sightings[place]?.first, first <= moment { return Sequence(base.number + Int64(place)) }
        }
        return nil
    }

    /// Removes events that have been watched long enough, and returns them.
    mutating func takeOld(at now: LoadTime) -> [Sighting] {
        let isOld = { (sighting: Sighting?) in
            sighting.map { now.microseconds(since: $0.first) > RoomWatch.watchedMicroseconds } ?? true
        }
        // Many at a time: removal from the front moves everything behind.
        guard sightings.count >= RoomWatch.sightingsKept || sightings.count > 32 && isOld(sightings[31]) else {
            return []
        }
        let count = max(sightings.prefix(while: isOld).count, sightings.count - RoomWatch.sightingsKept / 2)
        return take(count)
    }

    /// All events that are watched now.
    var watched: [Sighting] { sightings.compactMap(\.self) }

    private mutating func take(_ count: Int) -> [Sighting] {
        let old = sightings.prefix(count).compactMap(\.self)
        sightings.removeFirst(count)
        base = Sequence(base.number + Int64(count))
        return old
    }

    /// The index of an event, with `opening` a new one if need be; nil when it is older or newer than the watched ones.
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
    /// Whether both have the same digest, without computing it.
    func shows(_ other: Replica) -> Bool {
        settled == other.settled && target == other.target && origin == other.origin && revision == other.revision
            && count == other.count && wrap == other.wrap && shown == other.shown && window == other.window
    }
}
