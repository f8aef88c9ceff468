/// Rooms of one node of a cluster in the database: statements about them, and records for their journals. It keeps the
/// numbers that appends must name. Used by one thread.
///
/// After a lost connection nothing is appended until `refence`: only then is it known what the lost one has done.
package final class NodeRooms {
    /// Quiet rooms that one look returns at most.
    private static let mostQuietRooms: Int64 = 256

    private let address: PostgresAddress
    private let report: (ClusterStoreEvent) -> Void
    /// Nil before the first statement, and after a loss.
    private var connection: PostgresConnection?
    private var owned = RoomOwnership(node: 0)
    private var appends = JournalAppends()
    private(set) var mustRefence = false

    init(_ address: PostgresAddress, report: @escaping (ClusterStoreEvent) -> Void) {
        (self.address, self.report) = (address, report)
    }

    // MARK: Connection

    var isConnected: Bool { connection != nil }

    /// Drops a connection on which the outcome of a statement is unknown.
    func disconnect() {
        connection = nil
        mustRefence = true
    }

    private func connect() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let open = try PostgresConnection(address)
        connection = open
        return open
    }

    /// Forgets what an earlier life of the node owned.
    private func begin(_ node: Int64) {
        guard node != owned.node else { return }
        (owned, appends, mustRefence) = (RoomOwnership(node: node), JournalAppends(), false)
    }

    /// Changes the ownership. Records of the batch that were made in an ownership that ends are not sent again.
    private func change<Result>(
        _ body: (inout RoomOwnership) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        let sent = appends.batch.map { Array($0.rooms) } ?? []
        let epochs = sent.map { owned[$0]?.epoch }
        let result = try body(&owned)
        for (name, epoch) in zip(sent, epochs) where owned[name]?.epoch != epoch { appends.forget(name) }
        return result
    }

    private func lose(_ name: String) {
        owned.lose(name)
        appends.forget(name)
    }

    // MARK: Statements

    /// The rows of these rooms, with those owners that are registered.
    package func rows(named names: [String]) throws(PostgresError) -> [RoomStatements.Row] {
        try RoomStatements(try connect()).liveRooms(named: names)
    }

    /// Rooms without a registered owner, and those of `node`: some of them, if there are many.
    package func quietRows(for node: Int64) throws(PostgresError) -> [RoomStatements.Row] {
        try RoomStatements(try connect()).quietRooms(for: node, limit: Self.mostQuietRooms)
    }

    /// Claims rooms, and returns those that are owned now. Load them before the first append.
    package func claim(
        _ claims: [RoomStatements.Claim], for node: Int64, format: Int32, written: Int32
    ) throws(PostgresError) -> [RoomStatements.Row] {
        begin(node)
        return try own(
            RoomStatements(try connect()).claim(claims, for: node, format: format, written: written))
    }

    /// Creates a room that `node` owns. Nil when it exists already, or there are `limit` rooms.
    package func create(
        _ name: String, known: Int64, for node: Int64, format: Int32, limit: Int64
    ) throws(PostgresError) -> RoomStatements.Row? {
        begin(node)
        let newRoom = RoomStatements.NewRoom(name: name, known: known)
        return try own(
            RoomStatements(try connect()).create([newRoom], for: node, format: format, limit: limit)
        ).first
    }

    private func own(_ rows: [RoomStatements.Row]) throws(PostgresError) -> [RoomStatements.Row] {
        try change { (owned: inout RoomOwnership) throws(PostgresError) in for row in rows { owned.own(row) } }
        return rows
    }

    /// Reads the journal of a room that was claimed. Nil when another node has claimed the room meanwhile, and has appended
    /// to it.
    package func load(_ name: String) throws(PostgresError) -> StoredRoom? {
        let journal = try JournalStatements(try connect()).read(name)
        guard let room = owned[name], journal.last?.epoch ?? 0 <= room.epoch else {
            lose(name)
            return nil
        }
        owned.committed(name, upTo: journal.last?.index ?? 0)
        return StoredRoom(name: name, journal: journal)
    }

    /// Gives all rooms of `node` new fences, returns them, and finds out which records are committed. The others are sent
    /// again.
    package func refence(_ node: Int64) throws(PostgresError) -> [RoomStatements.Row] {
        begin(node)
        let connection = try connect()
        let rows = try change { (owned: inout RoomOwnership) throws(PostgresError) in
            try owned.refence(on: connection).rows
        }
        if let event = committed(try appends.resolve(on: connection, for: &owned)) { report(event) }
        mustRefence = false
        return rows
    }

    /// Gives a room to another node, and returns the new epoch. Nil when the room is fenced or the node is not registered.
    package func handOver(_ name: String, fence: Int64, to node: Int64) throws(PostgresError) -> Int64? {
        let epoch = try RoomStatements(try connect()).handOver(name, fence: fence, to: node)
        if epoch != nil { lose(name) }
        return epoch
    }

    // MARK: Records

    /// Outcome of adding a record to the batch.
    enum RecordAddition {
        case added
        /// It was made in another ownership.
        case dropped
        case full
    }

    /// Whether there is a batch whose outcome is open.
    var isAppending: Bool { appends.batch != nil }

    /// Begins a batch with the records that `take` offers to its closure.
    func beginBatch(_ take: ((JournalWrite) -> RecordAddition) -> Void) {
        var batch = AppendBatch()
        take { write in
            guard let room = owned[write.room], room.epoch == write.epoch else { return .dropped }
            let isAdded = batch.add(
                write.record, isWhole: write.isWhole, number: write.number, room: write.room, after: room.last)
            return isAdded ? .added : .full
        }
        appends.begin(batch)
    }

    /// Sends the batch. Returns what became of it, for `report`.
    func append() throws(PostgresError) -> [ClusterStoreEvent] {
        let outcome = try appends.send(on: try connect(), for: &owned)
        var events = [committed(outcome.committed)].compactMap { $0 }
        for name in outcome.fenced.sorted() {
            guard let room = owned[name] else { continue }
            lose(name)
            events.append(.fenced(room: name, epoch: room.epoch))
        }
        return events
    }

    /// Deletes what whole records replace.
    func compact() throws(PostgresError) { try appends.compact(on: try connect()) }

    /// Removes a room with its journal, if it is still owned in this epoch. When another node owns it, it stays.
    func remove(_ name: String, epoch: Int64) throws(PostgresError) {
        guard owned[name]?.epoch == epoch else { return }
        appends.forget(name)
        _ = try owned.remove(name, on: try connect())
        lose(name)
    }

    private func committed(_ entries: [AppendBatch.NumberedRecord]) -> ClusterStoreEvent? {
        var newest: [String: CommittedRecords] = [:]
        for entry in entries {
            guard let epoch = owned[entry.room]?.epoch else { continue }
            newest[entry.room] = CommittedRecords(room: entry.room, epoch: epoch, number: entry.number)
        }
        return newest.isEmpty ? nil : .committed(newest.values.sorted { $0.room < $1.room })
    }
}
