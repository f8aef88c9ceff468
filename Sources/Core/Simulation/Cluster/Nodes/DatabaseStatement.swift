import ClusterMembership
import ClusterTraffic
import PagingRoom

/// A statement of a simulated node.
enum DatabaseStatement: Hashable, Sendable {
    case node(NodeStatement)
    case room(RoomStatement)
    /// Appends records to the journals of rooms.
    case append(NodeID, [JournalEntry])
    /// Reads the journal of a room, from its last whole record on.
    case readJournal(String)
    /// Reads the index of the last record of each room that has this epoch.
    case lastIndexes([String: UInt64])
    /// Deletes the records before these, up to their epochs.
    case compact([String: JournalPlace])
}

/// A record on its way to the journal of a room.
struct JournalEntry: Hashable, Sendable {
    let room: String
    let fence: UInt64
    /// Nil: the next one.
    var index: Int64?
    var content: RoomRecord?
}

/// A place in the journal of a room.
struct JournalPlace: Hashable, Sendable {
    let index: Int64
    let epoch: UInt64
}

enum DatabaseOutcome: Hashable, Sendable {
    case node(NodeOutcome)
    case room(RoomOutcome)
    /// Rooms to which all of their records were appended. The others have another fence.
    case appended(Set<String>)
    case journal([DatabaseTables.Record])
    case indexes([String: Int64])
    case compacted
    /// Of a statement about records.
    case unknown
}

/// A change of the tables that a statement makes when it commits.
enum DatabaseChange: Hashable, Sendable {
    case addNode(DatabaseTables.Node)
    case renew(DatabaseTables.Node)
    case removeNode(DatabaseTables.Node, isExpelled: Bool)
    /// Rooms by name, as they are then.
    case rooms([String: DatabaseTables.Room])
    /// New records, by room.
    case append([String: [DatabaseTables.Record]])
    case compact([String: JournalPlace])
}

extension DatabaseStatement {
    var unknown: DatabaseOutcome {
        switch self {
        case .node: .node(.unknown)
        case .room: .room(.unknown)
        case .append, .readJournal, .lastIndexes, .compact: .unknown
        }
    }
}
