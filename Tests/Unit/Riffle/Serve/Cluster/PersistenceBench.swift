import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import Platform
import TestPeers
import Testing

@testable import RoomStore
@testable import riffle

/// The persistence of a node, whose events a test reads in order.
final class PersistenceBench: Sendable {
    let persistence: ClusterPersistence
    private let events: Locked<[ClusterPersistence.Event]>

    init(_ database: PostgresDatabase) throws {
        let events = Locked<[ClusterPersistence.Event]>([])
        self.events = events
        persistence = try ClusterPersistence(url: database.url()) { event in events.change { $0.append(event) } }
    }

    /// Waits for an event and takes it away.
    func take<Value>(_ what: Comment, _ find: (ClusterPersistence.Event) -> Value?) throws -> Value {
        let found = events.wait(milliseconds: Int64(WaitLimit.milliseconds)) { events -> Value? in
            for (place, event) in events.enumerated() {
                guard let value = find(event) else { continue }
                events.remove(at: place)
                return value
            }
            return nil
        }
        return try #require(found, what)
    }

    /// The next event; nil while there is none.
    func takeFirst() -> ClusterPersistence.Event? { events.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    func run(_ statement: NodeStatement) throws -> NodeOutcome {
        persistence.execute(statement)
        return try take("the outcome of \(statement)") { event in
            if case .node(statement, let outcome) = event { outcome } else { nil }
        }
    }

    func run(_ statement: RoomStatement) throws -> (outcome: RoomOutcome, restored: RestoredRoom?) {
        persistence.execute(statement)
        return try take("the outcome of \(statement)") { event in
            if case .room(statement, let outcome, let restored) = event { (outcome, restored) } else { nil }
        }
    }

    func waitForCommit(of room: ClusterPersistence.CommittedRoom) throws {
        try take("the commit of \(room)") { event in
            if case .committed(let rooms) = event, rooms.contains(room) { () } else { nil }
        }
    }

    /// Creates a room, loads it, and returns its numbers.
    func create(_ room: String, for node: NodeID) throws -> OwnedRoom {
        let created = try run(RoomStatement.create(node, room, known: 0, format: 1, limit: 99)).outcome
        guard case .owned(let owned) = created, let own = owned.first else {
            throw WaitTimeout("a room of its own", seconds: 0, instead: "\(created)")
        }
        let loaded = try run(RoomStatement.load(room))
        #expect(loaded.outcome == .loaded && loaded.restored?.state == nil && loaded.restored?.damages.isEmpty == true)
        return own
    }
}
