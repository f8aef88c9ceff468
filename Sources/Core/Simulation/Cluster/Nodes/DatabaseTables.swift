import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom

/// The tables of nodes, rooms and records, with the meaning of each statement.
struct DatabaseTables: Hashable, Sendable {
    struct Node: Hashable {
        let id: NodeID
        let name: String
        var beat: UInt64
        let format: UInt32
        var isHeard: Bool
    }

    struct Room: Hashable {
        var owner: NodeID?
        var epoch: UInt64
        var fence: UInt64
    }

    struct Record: Hashable {
        /// From 1 without a gap.
        let index: Int64
        let epoch: UInt64
        let writer: NodeID
        /// Nil in worlds whose rooms have no content.
        let content: RoomRecord?
    }

    /// By name.
    private(set) var nodes: [String: Node] = [:]
    private(set) var rooms: [String: Room]
    private(set) var journal: [String: [Record]] = [:]
    var timeline: UInt32 = 1
    private var number: UInt64 = 0
    private let fault: NodeFault?

    init(rooms: [String], fault: NodeFault?) {
        self.rooms = Dictionary(uniqueKeysWithValues: rooms.map { ($0, Room(owner: nil, epoch: 0, fence: 0)) })
        self.fault = fault
    }

    func node(_ id: NodeID) -> Node? { nodes.values.first { $0.id == id } }

    /// The rows that a statement locks, in order.
    func locks(of statement: DatabaseStatement) -> [String] {
        switch statement {
        case .node(.register(_, let name, _)): ["node " + name]
        case .node(.renew(let id, _, _, _)), .node(.leave(let id)), .node(.expel(let id, _)):
            node(id).map { ["node " + $0.name] } ?? []
        case .node(.readNodes), .room(.readRooms), .room(.readQuiet), .room(.load): []
        case .readJournal, .lastIndexes, .compact: []
        case .room(.claim(let id, let claims, _, _)):
            claims.filter { isClaimable($0, by: id, in: self) }.map { "room " + $0.room }.sorted()
        case .room(.refence(let id)): rooms.filter { $0.value.owner == id }.map { "room " + $0.key }.sorted()
        case .room(.create(_, let room, _, _, _)), .room(.handOver(let room, _, _)): ["room " + room]
        case .append(_, let entries): Set(entries.map { "room " + $0.room }).sorted()
        }
    }

    /// Executes a statement that has its locks. Rows that it locks are the newest ones; other rows are those of `snapshot`,
    /// from before it waited.
    mutating func execute(_ statement: DatabaseStatement, in snapshot: DatabaseTables, clock: Instant)
        -> (change: DatabaseChange?, outcome: DatabaseOutcome)
    {
        switch statement {
        case .node(let statement):
            let (change, outcome) = execute(statement, in: snapshot, clock: clock)
            return (change, .node(outcome))
        case .room(let statement):
            let (change, outcome) = execute(statement, in: snapshot)
            return (change, .room(outcome))
        case .append(let id, let entries): return append(entries, by: id)
        case .readJournal(let room):
            let records = journal[room, default: []]
            let first = records.lastIndex { $0.content?.isWhole == true } ?? 0
            return (nil, .journal(Array(records[first...])))
        case .lastIndexes(let epochs):
            let indexes = epochs.compactMap { room, epoch in
                journal[room]?.last { $0.epoch == epoch }.map { (room, $0.index) }
            }
            return (nil, .indexes(Dictionary(uniqueKeysWithValues: indexes)))
        case .compact(let places): return (.compact(places), .compacted)
        }
    }

    /// Adds the records whose fences are right, and whose indexes are free.
    private func append(_ entries: [JournalEntry], by id: NodeID) -> (DatabaseChange?, DatabaseOutcome) {
        var added: [String: [Record]] = [:]
        var refused: Set<String> = []
        for entry in entries {
            let last = added[entry.room]?.last?.index ?? journal[entry.room]?.last?.index ?? 0
            let index = entry.index ?? last + 1
            guard let room = rooms[entry.room],
                fault == .fenceIgnored || (room.fence == entry.fence && room.owner == id),
                index > last || journal[entry.room]?.contains(where: { $0.index == index }) != true
            else {
                refused.insert(entry.room)
                continue
            }
            added[entry.room, default: []].append(
                Record(index: index, epoch: room.epoch, writer: id, content: entry.content))
        }
        let appended = Set(added.keys).subtracting(refused)
        return (added.isEmpty ? nil : .append(added), .appended(appended))
    }

    private func execute(_ statement: NodeStatement, in snapshot: DatabaseTables, clock: Instant)
        -> (DatabaseChange?, NodeOutcome)
    {
        switch statement {
        case .register(let id, let name, let format):
            guard nodes[name] == nil else { return (nil, .noRow) }
            return (.addNode(Node(id: id, name: name, beat: 0, format: format, isHeard: true)), .done)
        case .renew(let id, let beat, let confirmed, let isHeard):
            guard var row = node(id), row.beat >= confirmed, row.beat < beat else { return (nil, .noRow) }
            (row.beat, row.isHeard) = (beat, isHeard)
            let others = snapshot.nodes.values.count { $0.isHeard && $0.id != id }
            let lowest = snapshot.nodes.values.map(\.format).min() ?? row.format
            return (
                .renew(row),
                .renewed(LeaseRenewal(timeline: timeline, clock: clock, lowestFormat: lowest, othersHeard: others))
            )
        case .leave(let id):
            guard let row = node(id) else { return (nil, .noRow) }
            return (.removeNode(row, isExpelled: false), .done)
        case .readNodes:
            let rows = nodes.values.map { NodeRow(id: $0.id, name: $0.name, beat: $0.beat, isHeard: $0.isHeard) }
            return (nil, .nodes(rows.sorted { $0.id < $1.id }))
        case .expel(let id, let beat):
            guard let row = node(id), row.beat == beat || fault == .expulsionWithoutBeat, fault != .nobodyExpelled
            else { return (nil, .noRow) }
            return (.removeNode(row, isExpelled: true), .done)
        }
    }

    private mutating func execute(_ statement: RoomStatement, in snapshot: DatabaseTables)
        -> (DatabaseChange?, RoomOutcome)
    {
        switch statement {
        case .readRooms(let names): return (nil, .rows(names.compactMap { row($0) }))
        case .readQuiet(let id):
            let rows = rooms.keys.sorted().compactMap { row($0) }
            return (nil, .rows(rows.filter { $0.owner == nil || $0.owner == id }))
        case .claim(let id, let claims, _, _):
            let held = claims.filter { isClaimable($0, by: id, in: snapshot) }
            return take(held.map { ($0.room, $0.known) }, owner: id)
        case .create(let id, let name, let known, _, let limit):
            guard rooms[name] == nil, snapshot.rooms.count < limit else { return (nil, .noRow) }
            let room = Room(owner: id, epoch: max(known + 1, nextNumber()), fence: nextNumber())
            return (.rooms([name: room]), .owned(DatabaseTables.owned([name: room])))
        case .load: return (nil, .loaded)
        case .refence(let id):
            var fenced: [String: Room] = [:]
            for (name, var room) in rooms.sorted(by: { $0.key < $1.key })
            where room.owner == id && snapshot.rooms[name]?.owner == id {
                room.fence = nextNumber()
                fenced[name] = room
            }
            return (fenced.isEmpty ? nil : .rooms(fenced), .owned(DatabaseTables.owned(fenced)))
        case .handOver(let name, let fence, let next):
            guard let room = rooms[name], room.fence == fence, snapshot.node(next) != nil else { return (nil, .noRow) }
            let (change, _) = take([(name, room.epoch)], owner: next)
            guard case .rooms(let taken) = change, let epoch = taken[name]?.epoch else { return (nil, .noRow) }
            return (change, .handedOver(epoch))
        }
    }

    /// The condition of a claim. Nodes are those that the statement saw when it began.
    private func isClaimable(_ claim: RoomClaim, by id: NodeID, in snapshot: DatabaseTables) -> Bool {
        guard let room = rooms[claim.room], fault != .claimIgnoresRow else { return rooms[claim.room] != nil }
        guard room.epoch == claim.read else { return false }
        return room.owner == nil || room.owner == id || room.owner.flatMap { snapshot.node($0) } == nil
    }

    private mutating func take(_ names: [(room: String, known: UInt64)], owner: NodeID) -> (
        DatabaseChange?, RoomOutcome
    ) {
        var taken: [String: Room] = [:]
        for (name, known) in names {
            guard let room = rooms[name] else { continue }
            let epoch = fault == .epochRepeated ? max(1, room.epoch) : max(known + 1, room.epoch + 1, nextNumber())
            taken[name] = Room(owner: owner, epoch: epoch, fence: nextNumber())
        }
        return (taken.isEmpty ? nil : .rooms(taken), .owned(DatabaseTables.owned(taken)))
    }

    private static func owned(_ rooms: [String: Room]) -> [OwnedRoom] {
        rooms.sorted { $0.key < $1.key }.map { OwnedRoom(room: $0.key, epoch: $0.value.epoch, fence: $0.value.fence) }
    }

    private func row(_ name: String) -> RoomRow? {
        rooms[name].map { room in
            RoomRow(room: name, owner: room.owner.flatMap { node($0)?.id }, epoch: room.epoch, format: 1)
        }
    }

    private mutating func nextNumber() -> UInt64 {
        number += 1
        return number
    }

    mutating func apply(_ change: DatabaseChange) {
        switch change {
        case .addNode(let node), .renew(let node): nodes[node.name] = node
        case .removeNode(let node, _): nodes[node.name] = nil
        case .rooms(let changed): rooms.merge(changed) { _, new in new }
        case .append(let records): journal.merge(records, uniquingKeysWith: +)
        case .compact(let places):
            for (room, place) in places {
                journal[room]?.removeAll { $0.index < place.index && $0.epoch <= place.epoch }
            }
        }
    }
}
