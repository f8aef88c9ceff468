import ClusterMembership
import ClusterServer
import ClusterTraffic
import PagingRoom

/// The journal connection of a process: statements about rooms, which go before records, and records in batches; one thing
/// is in flight. After a lost connection nothing is appended until the rooms have new fences. Then it asks which records
/// are committed, and sends the others again.
struct SimulatedJournal {
    /// News for the process.
    enum Report {
        case answered(RoomStatement, RoomOutcome, LoadedRoom?)
        case committed(String, epoch: UInt64, RecordNumber)
        case fenced(String, epoch: UInt64)
        /// The outcome of an append is unknown.
        case lost
    }

    private struct JournalOwnership {
        let epoch: UInt64
        var fence: UInt64
        /// The index of the last record that is committed.
        var last: Int64 = 0
    }

    private struct PendingWrite {
        let room: String
        let epoch: UInt64
        let number: RecordNumber
        let record: RoomRecord
        var index: Int64 = 0
    }

    private enum JournalStep {
        case statement(RoomStatement)
        /// The rooms have new fences.
        case resolving(RoomStatement, [OwnedRoom])
        case append
        case compact
    }

    private static let batchRecords = 64

    private var node: NodeID?
    private var owned: [String: JournalOwnership] = [:]
    private var statements: [RoomStatement] = []
    private var writes: [PendingWrite] = []
    /// Records whose outcome is open.
    private var batch: [PendingWrite] = []
    private var compactions: [String: JournalPlace] = [:]
    private var step: JournalStep?
    private var mustRefence = false
    private let fault: ClusterFault?

    init(fault: ClusterFault? = nil) {
        self.fault = fault
    }

    /// Records that wait, those in flight included.
    var waitingCount: Int { writes.count + batch.count }

    mutating func execute(_ statement: RoomStatement) { statements.append(statement) }

    mutating func append(_ record: RoomRecord, _ number: RecordNumber, room: String, epoch: UInt64) {
        writes.append(PendingWrite(room: room, epoch: epoch, number: number, record: record))
    }

    // MARK: Statements

    /// The next statement for the database; nil while one is in flight, or nothing waits.
    mutating func next(into reports: inout [Report]) -> DatabaseStatement? {
        guard step == nil else { return nil }
        if !compactions.isEmpty {
            step = .compact
            return .compact(compactions)
        }
        if !statements.isEmpty {
            let statement = statements.removeFirst()
            step = .statement(statement)
            begin(statement)
            if case .load(let room) = statement { return .readJournal(room) }
            return .room(statement)
        }
        guard !mustRefence, !batch.isEmpty || !writes.isEmpty, let node else { return nil }
        if batch.isEmpty { beginBatch(into: &reports) }
        guard !batch.isEmpty else { return nil }
        step = .append
        return .append(
            node,
            batch.map {
                JournalEntry(room: $0.room, fence: owned[$0.room]?.fence ?? 0, index: $0.index, content: $0.record)
            })
    }

    /// Forgets what an earlier life of the node owned.
    private mutating func begin(_ statement: RoomStatement) {
        switch statement {
        case .claim(let id, _, _, _), .create(let id, _, _, _, _), .refence(let id):
            guard id != node else { return }
            (node, owned, batch, compactions, mustRefence) = (id, [:], [], [:], false)
        case .readRooms, .readQuiet, .load, .handOver: break
        }
    }

    /// Records of an ownership that has ended are dropped.
    private mutating func beginBatch(into reports: inout [Report]) {
        var lasts: [String: Int64] = [:]
        let count = min(writes.count, SimulatedJournal.batchRecords)
        for var write in writes.prefix(count) {
            guard let room = owned[write.room], room.epoch == write.epoch else { continue }
            write.index = (lasts[write.room] ?? room.last) + 1
            lasts[write.room] = write.index
            batch.append(write)
            if fault == .committedTooEarly { reports.append(.committed(write.room, epoch: write.epoch, write.number)) }
        }
        writes.removeFirst(count)
    }

    // MARK: Outcomes

    /// Takes the outcome of the statement in flight. Returns one that follows at once.
    mutating func take(_ outcome: DatabaseOutcome, into reports: inout [Report]) -> DatabaseStatement? {
        guard let step else { return nil }
        self.step = nil
        switch (step, outcome) {
        case (.statement(.load(let room)), .journal(let records)): loaded(room, records, into: &reports)
        case (.statement(.refence(let id)), .room(.owned(let rows))):
            own(rows, isEverything: true)
            self.step = .resolving(.refence(id), rows)
            let epochs = batch.map { ($0.room, $0.epoch) }
            return .lastIndexes(Dictionary(epochs, uniquingKeysWith: { $1 }))
        case (.statement(let statement), .room(let outcome)) where outcome != .unknown:
            if case .owned(let rows) = outcome { own(rows, isEverything: false) }
            if case (.handOver(let room, _, _), .handedOver) = (statement, outcome) { lose(room) }
            reports.append(.answered(statement, outcome, nil))
        case (.resolving(let statement, let rows), .indexes(let lasts)):
            mustRefence = false
            commit(batch.filter { $0.index <= lasts[$0.room] ?? 0 }, into: &reports)
            batch.removeAll { $0.index <= owned[$0.room]?.last ?? 0 }
            reports.append(.answered(statement, .owned(rows), nil))
        case (.append, .appended(let rooms)):
            let fenced = Set(batch.map(\.room)).subtracting(rooms)
            commit(batch.filter { rooms.contains($0.room) }, into: &reports)
            batch = []
            for room in fenced.sorted() {
                guard let epoch = owned[room]?.epoch else { continue }
                lose(room)
                reports.append(.fenced(room, epoch: epoch))
            }
        case (.compact, .compacted): compactions = [:]
        case (.statement(let statement), _), (.resolving(let statement, _), _):
            mustRefence = true
            reports.append(.answered(statement, .unknown, nil))
        case (.append, _), (.compact, _):
            mustRefence = true
            if case .compact = step { compactions = [:] }
            reports.append(.lost)
        }
        return nil
    }

    private mutating func loaded(
        _ room: String, _ records: [DatabaseTables.Record], into reports: inout [Report]
    ) {
        guard let own = owned[room], records.last?.epoch ?? 0 <= own.epoch else {
            lose(room)
            return reports.append(.answered(.load(room), .noRow, nil))
        }
        owned[room]?.last = records.last?.index ?? 0
        let isLost = fault == .recordLost && records.count > 1
        var contents = records.compactMap(\.content)
        if isLost { contents.removeLast() }
        var sum = contents.first
        for next in contents.dropFirst() { sum?.add(next) }
        if fault == .voidForgotten { sum?.removed = nil }
        let last = RecordNumber(records.last?.index ?? 0)
        reports.append(.answered(.load(room), .loaded, LoadedRoom(record: sum, last: last)))
    }

    /// Takes the rooms that the node owns now. Records of ownerships that have ended are not sent again.
    private mutating func own(_ rows: [OwnedRoom], isEverything: Bool) {
        let before = owned
        if isEverything { owned = [:] }
        for row in rows {
            let isKnown = isEverything && before[row.room]?.epoch == row.epoch
            let last = isKnown ? before[row.room]?.last ?? 0 : 0
            owned[row.room] = JournalOwnership(epoch: row.epoch, fence: row.fence, last: last)
        }
        batch.removeAll { owned[$0.room]?.epoch != $0.epoch }
        compactions = compactions.filter { owned[$0.key]?.epoch == $0.value.epoch }
    }

    private mutating func lose(_ room: String) {
        owned[room] = nil
        compactions[room] = nil
        batch.removeAll { $0.room == room }
    }

    private mutating func commit(_ entries: [PendingWrite], into reports: inout [Report]) {
        for write in entries {
            let last = owned[write.room]?.last ?? 0
            owned[write.room]?.last = max(last, write.index)
            if write.record.isWhole { compactions[write.room] = JournalPlace(index: write.index, epoch: write.epoch) }
            reports.append(.committed(write.room, epoch: write.epoch, write.number))
        }
    }
}
