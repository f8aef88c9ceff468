import Foundation
import Platform
import TestPeers

@testable import RoomStore

/// Makes appends linger: holds one up in the server by a lock of another session, cuts its connection, waits until its node
/// has read the journal, and lets it go on.
final class StressObstacle {
    private let run: StressRun
    private let address: PostgresAddress

    init(_ run: StressRun, _ address: PostgresAddress) {
        (self.run, self.address) = (run, address)
    }

    func work() {
        while !run.isOver {
            do {
                try holdOneUp()
            } catch {
                run.fail(error)
            }
        }
    }

    private func holdOneUp() throws {
        let batches = run.counts.batches
        guard run.wait(for: { run.counts.batches >= batches + 50 }) else { return }
        let (holder, inspector) = (try PostgresConnection(address), try PostgresConnection(address))
        try holder.execute("BEGIN")
        // Stops statements that write a journal before they have looked at their rooms. Claims and new fences go on.
        try holder.execute("LOCK TABLE journal IN SHARE MODE")
        guard let (process, node) = try waitForAppend(inspector) else { return }
        node.state.change { $0.isHeld = true }
        defer { node.state.change { $0.isHeld = false } }
        let settlements = node.state.withLock { $0.settlements }
        node.journal.cutAll()
        guard run.wait(for: { node.state.withLock { $0.settlements > settlements } }) else { return }
        try holder.execute("COMMIT")
        // Its connection is gone, so it ends after the statement.
        let isGone = try run.wait {
            try inspector.execute("SELECT FROM pg_stat_activity WHERE pid = $1", [.int4(process)]).isEmpty
        }
        if isGone { run.count { $0.lingering += 1 } }
    }

    private func waitForAppend(_ inspector: PostgresConnection) throws -> (process: Int32, node: StressNode)? {
        var found: (Int32, StressNode)?
        _ = try run.wait {
            let rows = try inspector.execute(
                """
                SELECT pid, application_name FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event = 'relation' AND query LIKE '%INSERT INTO journal%' LIMIT 1
                """)
            if !rows.isEmpty, let process = rows.int4(0, 0),
                let node = run.nodes.first(where: { $0.name == rows.text(0, 1) })
            {
                found = (process, node)
            }
            return found != nil
        }
        return found
    }
}
