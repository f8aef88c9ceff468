package import ClusterTraffic
package import PagingEngine
import Support

/// A fabric in the process, on virtual time: it loses, repeats, delays and reorders messages as a seed says. Without
/// faults it behaves as NATS does.
package struct SimulatedFabric: Sendable {
    package struct Faults: Hashable, Sendable {
        /// Out of a hundred messages to one subscriber.
        package var lostPercent: Int64 = 0
        package var repeatedPercent: Int64 = 0
        package var delayMilliseconds: ClosedRange<Int64> = 1...1
        /// Whether a message may overtake an earlier one.
        package var isReordering = false

        package init() {}
    }

    private struct Client {
        /// The number of its connection, from 1; nil while it has none.
        var connection: Int? = 1
        var connections = 1
        var subjects: Set<Subject> = []
    }

    private struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    private struct ScheduledEvent {
        let client: Int
        /// The connection that the event belongs to; nil for news of the connection itself.
        let connection: Int?
        let event: FabricEvent
    }

    package var faults = Faults()
    /// Published bytes that are larger than a fabric takes.
    package private(set) var refusedCount = 0
    private var clients: [Client] = []
    private var cuts: Set<Pair> = []
    private var queue = EventQueue<Instant, ScheduledEvent>()
    /// The arrival of the last message of one client at another.
    private var lastArrivals: [Pair: Instant] = [:]
    private var random: SeedStream

    package init(seed: UInt64) {
        random = SeedStream(seed: seed)
    }

    /// The time of the next event.
    package var nextMoment: Instant? { queue.first }

    /// Adds a client and returns its number; `connected` follows.
    package mutating func connect(at now: Instant) -> Int {
        clients.append(Client())
        announce(.connected, to: clients.count - 1, at: now)
        return clients.count - 1
    }

    package mutating func perform(_ command: FabricCommand, by client: Int, at now: Instant) {
        switch command {
        case .subscribe(let subject): clients[client].subjects.insert(subject)
        case .unsubscribe(let subject): clients[client].subjects.remove(subject)
        case .publish(let bytes, let subject):
            guard bytes.count <= Envelope.maximumBytes else {
                refusedCount += 1
                return
            }
            guard clients[client].connection != nil else { return }
            for other in clients.indices where clients[other].subjects.contains(subject) {
                carry(.received(bytes, on: subject), Pair(from: client, to: other), at: now)
            }
        }
    }

    /// Removes and returns the next event that is not after `now`.
    package mutating func popDue(at now: Instant) -> (client: Int, event: FabricEvent)? {
        while let delivery = queue.popDue(at: now) {
            guard let connection = delivery.connection else { return (delivery.client, delivery.event) }
            guard connection == clients[delivery.client].connection,
                case .received(_, let subject) = delivery.event, clients[delivery.client].subjects.contains(subject)
            else { continue }
            return (delivery.client, delivery.event)
        }
        return nil
    }

    // MARK: Faults

    /// Ends a client's connection. What is on its way to it is lost.
    package mutating func disconnect(_ client: Int, at now: Instant) {
        guard clients[client].connection != nil else { return }
        clients[client].connection = nil
        announce(.disconnected, to: client, at: now)
    }

    package mutating func reconnect(_ client: Int, at now: Instant) {
        guard clients[client].connection == nil else { return }
        clients[client].connections += 1
        clients[client].connection = clients[client].connections
        announce(.connected, to: client, at: now)
    }

    /// Loses all messages from one client to another, which neither of them notices.
    package mutating func cut(from client: Int, to other: Int) { cuts.insert(Pair(from: client, to: other)) }

    package mutating func mendCuts() { cuts = [] }

    private mutating func announce(_ event: FabricEvent, to client: Int, at now: Instant) {
        queue.add(ScheduledEvent(client: client, connection: nil, event: event), at: now, owner: client)
    }

    private mutating func carry(_ event: FabricEvent, _ pair: Pair, at now: Instant) {
        guard let connection = clients[pair.to].connection, !cuts.contains(pair), !random.chance(faults.lostPercent)
        else { return }
        for _ in 0...(random.chance(faults.repeatedPercent) ? 1 : 0) {
            var arrival = now.advanced(byMilliseconds: random.within(faults.delayMilliseconds))
            if !faults.isReordering { arrival = max(arrival, lastArrivals[pair] ?? arrival) }
            lastArrivals[pair] = max(arrival, lastArrivals[pair] ?? arrival)
            queue.add(
                ScheduledEvent(client: pair.to, connection: connection, event: event), at: arrival, owner: pair.to)
        }
    }
}
