import Platform
import TestPeers
import Testing

@testable import RoomStore

/// An empty database, with a proxy before each connection of a store, and the node 1, whose rooms get new fences after each
/// loss as the core orders it.
final class ClusterFixture: Sendable {
    private struct Page {
        var events: [ClusterStoreEvent] = []
        var isHeld = false
        /// Weak: the store holds the fixture.
        weak var store: ClusterStore?
        /// Called once, when the journal connection is lost.
        var onLoss: (@Sendable () -> Void)?
    }

    static let node: Int64 = 1

    let database: PostgresDatabase
    let leases: CuttingProxy
    let journal: CuttingProxy
    private let page = Locked(Page())

    init() throws {
        database = try #require(PostgresServer.shared).get().newDatabase()
        leases = try CuttingProxy(before: database.server.port)
        journal = try CuttingProxy(before: database.server.port)
    }

    deinit {
        leases.end()
        journal.end()
    }

    static var limits: StoreLimits {
        var limits = StoreLimits.database
        limits.commitIntervalMilliseconds = 0
        limits.reconnectMilliseconds = 0...0
        return limits
    }

    /// Opens the store of node 1, which is registered.
    func open(limits: StoreLimits = limits) throws -> ClusterStore {
        let store = try ClusterStore(
            leases: PostgresAddress(url: database.url(port: leases.port)),
            journal: PostgresAddress(url: database.url(port: journal.port)), limits: limits
        ) { [self] in
            record($0)
        }
        page.change { $0.store = store }
        try database.query("INSERT INTO node VALUES (1, 'one', 0, 2, true)")
        return store
    }

    /// A store of another node, without proxies.
    func openOther() throws -> ClusterStore {
        try ClusterStore(try PostgresAddress(url: database.url())) { _ in }
    }

    /// Orders no more fences.
    func stopRefencing() { page.change { $0.store = nil } }

    /// Closes the store, and orders no more fences.
    func close(_ store: ClusterStore) throws {
        stopRefencing()
        try store.close()
    }

    // MARK: Events

    private func record(_ event: ClusterStoreEvent) {
        page.change { $0.events.append(event) }
        page.wait { $0.isHeld ? nil : () }
        guard event == .journalLost else { return }
        let onLoss = page.withLock { page in
            defer { page.onLoss = nil }
            return page.onLoss
        }
        onLoss?()
        refence()
    }

    /// Orders new fences until they are there.
    private func refence() {
        guard let store = page.withLock({ $0.store }) else { return }
        store.execute(rooms: { rooms throws(PostgresError) in try rooms.refence(Self.node) }) { [self] rows in
            if rows == nil { refence() }
        }
    }

    /// Blocks the thread that reports the next event, until `release`.
    func hold() { page.change { $0.isHeld = true } }

    /// Calls `body` when the journal connection is lost, before the next one is made.
    func onNextLoss(_ body: @escaping @Sendable () -> Void) { page.change { $0.onLoss = body } }

    func release() { page.change { $0.isHeld = false } }

    var events: [ClusterStoreEvent] { page.withLock { $0.events } }

    var commits: [[CommittedRecords]] {
        events.compactMap { if case .committed(let records) = $0 { records } else { nil } }
    }

    func wait(_ what: Comment, for condition: (ClusterStoreEvent) -> Bool) throws {
        let found: Void? = page.wait(milliseconds: Int64(WaitLimit.milliseconds)) {
            $0.events.contains(where: condition) ? () : nil
        }
        try #require(found != nil, what)
    }

    func waitForCommit(of room: String, _ epoch: Int64, _ number: Int64) throws {
        try wait("the commit of \(room) \(number)") { event in
            guard case .committed(let records) = event else { return false }
            return records.contains { $0.room == room && $0.epoch == epoch && $0.number >= number }
        }
    }

    // MARK: The database

    /// Makes every append fail with this SQLSTATE until `allowAppends`.
    func refuseAppends(_ state: String) throws {
        try database.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'stop' USING ERRCODE = '\(state)'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION refuse()
            """)
    }

    func allowAppends() throws { try database.query("DROP TRIGGER refuse ON journal") }
}

extension ClusterStore {
    /// Executes a statement and waits for its outcome; nil when that is unknown.
    func run<Outcome: Sendable>(
        _ body: @escaping @Sendable (NodeRooms) throws(PostgresError) -> Outcome
    ) throws -> Outcome? {
        let outcome = Locked(Outcome??.none)
        execute(rooms: body) { answer in outcome.change { $0 = .some(answer) } }
        return try #require(outcome.wait(milliseconds: Int64(WaitLimit.milliseconds)) { $0 }, "an outcome")
    }

    /// Executes a statement about nodes and waits for its outcome; nil when that is unknown.
    func runLease<Outcome: Sendable>(
        _ body: @escaping @Sendable (NodeStatements) throws(PostgresError) -> Outcome
    ) throws -> Outcome? {
        let outcome = Locked(Outcome??.none)
        execute(nodes: body) { answer in outcome.change { $0 = .some(answer) } }
        return try #require(outcome.wait(milliseconds: Int64(WaitLimit.milliseconds)) { $0 }, "an outcome")
    }

    /// Creates a room that the node owns, and returns its epoch.
    func create(_ room: String, for node: Int64 = ClusterFixture.node) throws -> Int64 {
        let row = try run { rooms throws(PostgresError) in
            try rooms.create(room, known: 0, for: node, format: 1, limit: 99)
        }
        _ = try run { rooms throws(PostgresError) in try rooms.load(room) }
        return try #require(row ?? nil).epoch
    }

    /// Claims a room as its row is, and returns its new row.
    func claim(
        _ room: String, for node: Int64 = ClusterFixture.node, format: Int32 = 2, written: Int32 = 1
    ) throws -> RoomStatements.Row? {
        let rows = try run { rooms throws(PostgresError) in
            let found = try rooms.rows(named: [room])
            let claims = found.map { RoomStatements.Claim(name: $0.name, read: $0.epoch, known: 0) }
            return try rooms.claim(claims, for: node, format: format, written: written)
        }
        return rows?.first
    }

    func load(_ room: String) throws -> StoredRoom? {
        try run { rooms throws(PostgresError) in try rooms.load(room) } ?? nil
    }
}
