import Platform

/// Thread of the connection that renews leases: statements about nodes, one after the other, so that no large write delays
/// them. A lost connection is made again for the next statement; its sender waits.
final class LeaseThread: Sendable {
    /// `open` → `closing` (by `close`) → `closed` (by the thread).
    private enum Phase {
        case open
        case closing
        case closed
    }

    private struct Queue {
        var statements: [QueuedStatement<NodeStatements>] = []
        var phase = Phase.open
    }

    private let address: PostgresAddress
    private let troubles: StoreTroubles
    private let queue = Locked(Queue())

    init(_ address: PostgresAddress, _ troubles: StoreTroubles) {
        (self.address, self.troubles) = (address, troubles)
    }

    func start() {
        NamedThread.start("store leases") { [self] in run() }
    }

    func execute(_ statement: QueuedStatement<NodeStatements>) {
        let isOpen = queue.change { queue in
            if queue.phase == .open { queue.statements.append(statement) }
            return queue.phase == .open
        }
        if !isOpen { statement.abandon() }
    }

    /// Executes what waits, then ends the thread.
    func close() { queue.change { if $0.phase == .open { $0.phase = .closing } } }

    /// Waits for the end of the thread.
    func waitForEnd() { _ = queue.wait { $0.phase == .closed ? () : nil } }

    private func run() {
        var connection: PostgresConnection?
        while let statement = next() {
            do throws(PostgresError) {
                if connection == nil { connection = try PostgresConnection(address) }
                if let connection { try statement.execute(NodeStatements(connection)) }
                troubles.note(nil, of: .leases)
            } catch {
                // Also when the server has refused the statement, as a standby does: the next try may find another one.
                connection = nil
                troubles.note(StoreTrouble(error), of: .leases)
                statement.abandon()
            }
        }
        connection = nil
        queue.change { $0.phase = .closed }
    }

    /// Waits for a statement; nil at the end.
    private func next() -> QueuedStatement<NodeStatements>? {
        queue.wait { queue -> QueuedStatement<NodeStatements>?? in
            if !queue.statements.isEmpty { return .some(queue.statements.removeFirst()) }
            return queue.phase == .open ? nil : .some(nil)
        } ?? nil
    }
}
