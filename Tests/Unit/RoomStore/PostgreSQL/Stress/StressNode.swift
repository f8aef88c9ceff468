import Foundation
import Platform
import TestPeers

@testable import RoomStore

/// A node of a run: a thread for its lease and one for its journals, each with a connection behind a proxy.
final class StressNode: Sendable {
    struct State {
        /// Life that the lease's thread has registered; 0 before the first.
        var life: Int64 = 0
        /// How often the writer has found out what a lost connection has done.
        var settlements = 0
        /// Whether the writer must not send after that, because an append lingers.
        var isHeld = false
    }

    let name: String
    let journal: CuttingProxy
    let lease: CuttingProxy
    let journalAddress: PostgresAddress
    let leaseAddress: PostgresAddress
    let state = Locked(State())

    init(_ number: Int, of database: PostgresDatabase) throws {
        name = "node-\(number)"
        (journal, lease) = (
            try CuttingProxy(before: database.server.port), try CuttingProxy(before: database.server.port)
        )
        (journalAddress, leaseAddress) = (
            try PostgresAddress(url: "\(database.url(port: journal.port))?application_name=\(name)"),
            try PostgresAddress(url: database.url(port: lease.port))
        )
    }

    deinit {
        journal.end()
        lease.end()
    }

    /// Number of cuts of both connections.
    var cuts: Int { journal.cuts + lease.cuts }

    /// Plans, now and then, to cut a connection: before a statement has arrived, right after, or in its answer.
    func planCut(of proxy: CuttingProxy, oneIn count: Int) {
        guard Int.random(in: 0..<count) == 0 else { return }
        switch Int.random(in: 0..<4) {
        case 0: proxy.cut(.toServer, after: .random(in: 0..<400))
        case 1: proxy.cut(.toClient, after: .random(in: 0..<60))
        default: proxy.cutAfterNextBytes(.toServer)
        }
    }
}

/// Lease of a node: registers a life, renews it, and expels others without any waiting, so that fences alone must hold.
final class StressLease {
    private let run: StressRun
    private let node: StressNode
    private var connection: PostgresConnection?
    /// Life that is registered; nil when it has ended, or the outcome of its registration is unknown.
    private var life: Int64?
    private var sent: Int64 = 0
    private(set) var ledger = StressLedger()

    init(_ run: StressRun, _ node: StressNode) {
        (self.run, self.node) = (run, node)
    }

    func work() {
        while !run.isOver {
            // More than a renewal needs, so that the writers get most of the processor.
            run.pause(milliseconds: 3)
            do throws(PostgresError) {
                let nodes = NodeStatements(try connect())
                node.planCut(of: node.lease, oneIn: 100)
                guard let life else {
                    try register(nodes)
                    continue
                }
                try renew(life, nodes)
                guard run.plan.changes > 0, Int.random(in: 0..<40) == 0,
                    let other = try nodes.nodes().filter({ $0.id != life }).randomElement()
                else { continue }
                try expel(other, nodes)
            } catch {
                if case .refused = error { ledger.refusals.append("\(error)") }
                connection = nil
            }
        }
        connection = nil
    }

    private func connect() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let open = try PostgresConnection(node.leaseAddress)
        connection = open
        return open
    }

    private func register(_ nodes: NodeStatements) throws(PostgresError) {
        let new = Int64.random(in: 1...Int64.max)
        guard try nodes.register(new, name: node.name, format: StoreDatabaseSchema.format) else {
            // A former life, or one whose registration was not answered.
            if let former = try nodes.nodes(named: node.name).first { try expel(former, nodes) }
            return
        }
        (life, sent) = (new, 0)
        node.state.change { $0.life = new }
    }

    private func renew(_ life: Int64, _ nodes: NodeStatements) throws(PostgresError) {
        sent += 1
        if try nodes.renew(life, beat: sent, confirmed: ledger.beats[life] ?? 0, isHeard: true) != nil {
            ledger.beats[life] = sent
        } else {
            self.life = nil
        }
    }

    private func expel(_ other: NodeStatements.Row, _ nodes: NodeStatements) throws(PostgresError) {
        guard try nodes.expel(other.id, beat: other.beat) else { return }
        ledger.expulsions.append(StressLedger.Expulsion(id: other.id, beat: other.beat))
        run.count { $0.expulsions += 1 }
    }
}
