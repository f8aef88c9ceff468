import PagingRoom

/// When a request was due and when it was really made.
struct RequestTimes: Hashable, Sendable {
    let due: LoadTime
    let made: LoadTime
}

/// An event and the request that caused it, as one worker tells it to the others: their users receive the event, too.
package struct EventCause: Hashable, Sendable, Codable {
    /// The room's place among those of the run.
    var room: Int
    /// The life of the room's server.
    var epoch: String
    var event: Int64
    var due: LoadTime
    var made: LoadTime
}

/// Joins the arrivals of a room's events with the requests that caused them. An event usually arrives before the answer
/// that names it: arrivals wait for the answer for 10 to 20 seconds.
struct DeliveryLedger: Sendable {
    /// The receipt of an event by one member.
    struct Receipt: Sendable {
        let at: LoadTime
        /// The place of the member's actor in the script.
        let actor: Int
    }

    private struct EventTimes: Sendable {
        var request: RequestTimes?
        var arrivals: [Receipt] = []
    }

    private static let keptMicroseconds: Int64 = 10_000_000

    /// Entries by event number: those of the present interval, and those of the one before.
    private var recent: [Int64: EventTimes] = [:]
    private var older: [Int64: EventTimes] = [:]
    private var turnedAt: LoadTime?

    /// A member received an event. Returns the request that caused it; nil when it is not known yet.
    mutating func arrived(_ event: Sequence, _ arrival: Receipt) -> RequestTimes? {
        turn(at: arrival.at)
        if let index = recent.index(forKey: event.number) {
            return DeliveryLedger.add(arrival, to: &recent.values[index])
        }
        if let index = older.index(forKey: event.number) {
            return DeliveryLedger.add(arrival, to: &older.values[index])
        }
        recent[event.number] = EventTimes(request: nil, arrivals: [arrival])
        return nil
    }

    private static func add(_ arrival: Receipt, to entry: inout EventTimes) -> RequestTimes? {
        guard let request = entry.request else {
            entry.arrivals.append(arrival)
            return nil
        }
        return request.made <= arrival.at ? request : nil
    }

    /// An answer names the event as the last one its request caused. Returns the arrivals that waited for it; nil when the
    /// request did not cause the event: the answer to a request that causes nothing names the newest event.
    mutating func caused(_ event: Sequence, by request: RequestTimes, at now: LoadTime) -> [Receipt]? {
        turn(at: now)
        var entry = recent[event.number] ?? older[event.number] ?? EventTimes()
        guard entry.request == nil, entry.arrivals.allSatisfy({ request.made <= $0.at }) else { return nil }
        let arrivals = entry.arrivals
        entry = EventTimes(request: request)
        older[event.number] = nil
        recent[event.number] = entry
        return arrivals
    }

    /// Forgets entries that are two intervals old.
    private mutating func turn(at now: LoadTime) {
        guard let turned = turnedAt else { return turnedAt = now }
        guard now.microseconds(since: turned) >= DeliveryLedger.keptMicroseconds else { return }
        (older, recent, turnedAt) = (recent, [:], now)
    }
}
