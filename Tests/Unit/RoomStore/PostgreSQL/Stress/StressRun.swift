import Foundation
import Platform
import TestPeers
import Testing

@testable import RoomStore

/// Nodes of a cluster that write the same rooms, while nodes are expelled without any waiting, rooms change their owners and
/// connections are cut. In the end an auditor compares what the nodes were told with all that was ever committed.
final class StressRun: Sendable {
    private struct State {
        var counts = StressCounts()
        var isOver = false
        var threads = 0
        var ledger = StressLedger()
        var failure: (any Error)?
    }

    let plan: StressPlan
    let nodes: [StressNode]
    private let database: PostgresDatabase
    private let address: PostgresAddress
    private let state = Locked(State())

    private init(_ plan: StressPlan) throws {
        self.plan = plan
        let database = try #require(PostgresServer.shared).get().newDatabase()
        self.database = database
        address = try PostgresAddress(url: database.url())
        let connection = try PostgresConnection(address)
        try StoreDatabaseSchema.make(in: connection, name: address.name)
        for statement in Self.history { try connection.execute(statement) }
        nodes = try (1...plan.nodes).map { try StressNode($0, of: database) }
    }

    /// Table of all records that were ever committed; compaction deletes nothing of it.
    private static let history = [
        "CREATE TABLE history (LIKE journal)",
        """
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO history SELECT * FROM added; RETURN NULL; END $$
        """,
        """
        CREATE TRIGGER note AFTER INSERT ON journal REFERENCING NEW TABLE AS added
            FOR EACH STATEMENT EXECUTE FUNCTION note()
        """,
    ]

    /// Plays a run until its work is done, and audits it.
    ///
    /// - Parameters:
    ///   - seconds: the longest that it may take.
    ///   - progress: called every few milliseconds.
    static func play(
        _ plan: StressPlan, within seconds: Double, progress: (StressCounts) -> Void = { _ in }
    ) throws -> (counts: StressCounts, findings: [StressAudit.Finding]) {
        let run = try StressRun(plan)
        run.start()
        defer { run.state.change { $0.isOver = true } }
        try eventually("the work of \(plan)", within: seconds, instead: "\(run.counts)") {
            let counts = run.counts
            progress(counts)
            if let failure = run.state.withLock({ $0.failure }) { throw failure }
            return counts.reaches(plan)
        }
        let counts = run.counts
        return (counts, try run.audit())
    }

    private func start() {
        state.withLock { $0.threads = 2 * nodes.count + 1 }
        for node in nodes {
            startThread("lease") { run in
                let lease = StressLease(run, node)
                lease.work()
                return lease.ledger
            }
            startThread("journal") { run in
                let writer = StressWriter(run, node)
                writer.work()
                return writer.ledger
            }
        }
        startThread("obstacle") { run in
            StressObstacle(run, run.address).work()
            return StressLedger()
        }
    }

    private func startThread(_ name: String, _ body: @escaping @Sendable (StressRun) -> StressLedger) {
        NamedThread.start(name) { [self] in
            let ledger = body(self)
            state.change { state in
                state.ledger.add(ledger)
                state.threads -= 1
            }
        }
    }

    private func audit() throws -> [StressAudit.Finding] {
        state.change { $0.isOver = true }
        _ = state.wait { $0.threads == 0 ? () : nil }
        let connection = try PostgresConnection(address)
        try eventually("the end of statements that linger") {
            try connection.execute(
                """
                SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND backend_type = 'client backend'
                """
            ).isEmpty
        }
        return StressAudit.findings(
            state.withLock { $0.ledger }, history: try records(in: "history", connection),
            journal: try records(in: "journal", connection))
    }

    private func records(in table: String, _ connection: PostgresConnection) throws -> [StressRecord] {
        let rows = try connection.execute("SELECT room, index, epoch, whole, record FROM \(table)")
        return (0..<rows.count).map { row in
            StressRecord(
                room: rows.text(row, 0) ?? "", index: rows.int8(row, 1) ?? 0, epoch: rows.int8(row, 2) ?? 0,
                isWhole: rows.bool(row, 3), content: StressContent(rows.bytes(row, 4) ?? []))
        }
    }
}

// For the threads of the run.
extension StressRun {
    var isOver: Bool { state.withLock { $0.isOver } }

    var counts: StressCounts {
        var counts = state.withLock { $0.counts }
        counts.cuts = nodes.reduce(0) { $0 + $1.cuts }
        return counts
    }

    func count(_ body: (inout StressCounts) -> Void) { state.withLock { body(&$0.counts) } }

    func fail(_ error: any Error) {
        state.change { state in
            state.failure = error
            state.isOver = true
        }
    }

    /// Lets a moment pass, unless the run is over before.
    func pause(milliseconds: Int64) { _ = state.wait(milliseconds: milliseconds) { $0.isOver ? () : nil } }

    /// Looks at `condition` every millisecond until it holds; false when the run is over before.
    func wait(for condition: () throws -> Bool) rethrows -> Bool {
        while try !condition() {
            guard !isOver else { return false }
            pause(milliseconds: 1)
        }
        return true
    }
}
