import Foundation
import Platform

/// Registration of this process in a store's table of nodes. Renewed while the store is open, on a thread and a
/// connection of its own, so that no large write delays it.
///
/// A process without a cluster uses one fixed name: so one server at a time writes a store.
final class NodeLease: Sendable {
    /// Times of a lease, in milliseconds.
    struct Timing: Hashable, Sendable {
        /// From one renewal to the next.
        var renewal: Int64 = 250
        /// From the first time that a beat is seen until its node may be expelled: the beat has not changed meanwhile.
        var observation: Int64 = 1_000
        /// The longest that an answer, or a pause of the machine, may take; after a longer one the observation begins again.
        var stall: Int64 = 500
        /// From one look at a beat to the next.
        var look: Int64 = 100
        /// Bounds of the time until another try after a lost connection, which is chosen by chance.
        var reconnect: ClosedRange<Int64> = 50...250
    }

    /// `renewing` → `leaving` (by `leave`) → `gone` (by the thread).
    private enum Phase {
        case renewing
        case leaving
        case gone
    }

    private struct State {
        var phase = Phase.renewing
        /// Why the lease has ended; nil while it has not.
        var ended: StoreTrouble?
        var onEnd: (@Sendable (StoreTrouble) -> Void)?
    }

    private struct Beats {
        var sent: Int64 = 0
        /// The last one that the database has confirmed.
        var confirmed: Int64 = 0
        /// The part of the write-ahead log's name that changes when a standby takes over.
        var timeline: String?
    }

    /// Name of the node of a server without a cluster.
    static let singleName = "single"

    /// Random number of this life of the process.
    let id: Int64
    private let address: PostgresAddress
    private let timing: Timing
    private let state = Locked(State())

    /// Registers this process under `name`. Expels a node of the same name that no longer renews its lease.
    ///
    /// - Throws: `locked` when a node of that name is alive.
    init(
        _ address: PostgresAddress, name: String = singleName, timing: Timing = Timing(),
        on connection: PostgresConnection
    ) throws {
        (self.address, self.timing) = (address, timing)
        id = Int64.random(in: 1...Int64.max)
        while true {
            let nodes = NodeStatements(connection)
            if try nodes.register(id, name: name, format: StoreDatabaseSchema.newestFormat) { break }
            try Self.expel(name, timing, address, nodes)
        }
    }

    /// Waits until the node `name` has not renewed its lease for the time of an observation, and removes it.
    private static func expel(
        _ name: String, _ timing: Timing, _ address: PostgresAddress, _ nodes: NodeStatements
    ) throws {
        guard let first = try nodes.nodes(named: name).first else { return }
        var (since, answered) = (BootClock.milliseconds, BootClock.milliseconds)
        while answered - since < timing.observation {
            Thread.sleep(forTimeInterval: Double(timing.look) / 1_000)
            let before = answered
            guard let node = try nodes.nodes(named: name).first else { return }
            guard node == first else { throw RoomStoreError.locked(path: address.name) }
            answered = BootClock.milliseconds
            // A database that stands still confirms no renewal either, and a machine that was paused has seen none.
            if answered - before > timing.look + timing.stall { since = answered }
        }
        _ = try nodes.expel(first.id, beat: first.beat)
    }

    /// Starts the renewals.
    func start() {
        NamedThread.start("store lease") { [self] in run() }
    }

    /// Why the lease has ended; nil while it has not.
    var ended: StoreTrouble? { state.withLock { $0.ended } }

    /// Calls `body` when the lease ends.
    func onEnd(_ body: @escaping @Sendable (StoreTrouble) -> Void) {
        let ended = state.withLock { state in
            state.onEnd = body
            return state.ended
        }
        if let ended { body(ended) }
    }

    /// Ends the lease: this process writes no more.
    func end(_ trouble: StoreTrouble) {
        let body = state.change { state -> (@Sendable (StoreTrouble) -> Void)? in
            guard state.ended == nil else { return nil }
            state.ended = trouble
            return state.onEnd
        }
        body?(trouble)
    }

    /// Removes the registration and ends the thread.
    func leave() {
        state.change { if $0.phase == .renewing { $0.phase = .leaving } }
        _ = state.wait { $0.phase == .gone ? () : nil }
    }

    private func run() {
        var connection: PostgresConnection?
        var beats = Beats()
        while state.withLock({ $0.phase == .renewing && $0.ended == nil }) {
            let sent = BootClock.milliseconds
            var pause = timing.renewal
            do throws(PostgresError) {
                if connection == nil { connection = try PostgresConnection(address) }
                if let connection { try renew(on: connection, &beats) }
            } catch .unknown {
                connection = nil
                pause = Int64.random(in: timing.reconnect)
            } catch {
                // Refused, as by a standby; the next try may find another server.
                connection = nil
            }
            let rest = max(0, sent + pause - BootClock.milliseconds)
            _ = state.wait(milliseconds: rest) { $0.phase == .renewing && $0.ended == nil ? nil : () }
        }
        _ = state.wait { $0.phase == .renewing ? nil : () }
        // Without an answer the row stays, and the next server expels it.
        _ = try? NodeStatements(connection ?? PostgresConnection(address)).leave(id)
        state.change { $0.phase = .gone }
    }

    /// Sends the next beat. Ends the lease when there is no row, or another timeline than before.
    private func renew(on connection: PostgresConnection, _ beats: inout Beats) throws(PostgresError) {
        // Not used again, also when the outcome is unknown.
        beats.sent += 1
        let renewal = try NodeStatements(connection).renew(
            id, beat: beats.sent, confirmed: beats.confirmed, isHeard: true)
        guard let renewal else { return end(.fenced) }
        beats.confirmed = beats.sent
        if let known = beats.timeline, known != renewal.timeline { end(.fenced) }
        beats.timeline = renewal.timeline
    }
}
