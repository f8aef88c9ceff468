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
        /// The longest that an answer may take; after a longer one the observation begins again.
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
            let rows = try connection.execute(
                """
                INSERT INTO node VALUES ($1, $2, 0, $3, true) ON CONFLICT (name) DO NOTHING RETURNING id
                """,
                [.int8(id), .text(name), .int4(StoreDatabaseSchema.format)])
            if !rows.isEmpty { break }
            try Self.expel(name, timing, address, on: connection)
        }
    }

    /// Waits until the node `name` has not renewed its lease for the time of an observation, and removes it.
    private static func expel(
        _ name: String, _ timing: Timing, _ address: PostgresAddress, on connection: PostgresConnection
    ) throws {
        func look() throws -> (id: Int64, beat: Int64)? {
            let rows = try connection.execute("SELECT id, beat FROM node WHERE name = $1", [.text(name)])
            guard !rows.isEmpty, let id = rows.int8(0, 0), let beat = rows.int8(0, 1) else { return nil }
            return (id, beat)
        }
        guard let first = try look() else { return }
        var since = MonotonicClock.milliseconds
        while MonotonicClock.milliseconds - since < timing.observation {
            Thread.sleep(forTimeInterval: Double(timing.look) / 1_000)
            let asked = MonotonicClock.milliseconds
            guard let node = try look() else { return }
            guard node == first else { throw RoomStoreError.locked(path: address.name) }
            // A database that stands still confirms no renewal either.
            let answered = MonotonicClock.milliseconds
            if answered - asked > timing.stall { since = answered }
        }
        try connection.execute(
            "DELETE FROM node WHERE id = $1 AND beat = $2 RETURNING id", [.int8(first.id), .int8(first.beat)])
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
            let sent = MonotonicClock.milliseconds
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
            let rest = max(0, sent + pause - MonotonicClock.milliseconds)
            _ = state.wait(milliseconds: rest) { $0.phase == .renewing && $0.ended == nil ? nil : () }
        }
        _ = state.wait { $0.phase == .renewing ? nil : () }
        // Without an answer the row stays, and the next server expels it.
        _ = try? (connection ?? PostgresConnection(address)).execute("DELETE FROM node WHERE id = $1", [.int8(id)])
        state.change { $0.phase = .gone }
    }

    /// Sends the next beat. Ends the lease when there is no row, or another timeline than before.
    private func renew(on connection: PostgresConnection, _ beats: inout Beats) throws(PostgresError) {
        // Not used again, also when the outcome is unknown.
        beats.sent += 1
        let rows = try connection.execute(
            """
            UPDATE node SET beat = $2, heard = true WHERE id = $1 AND beat BETWEEN $3 AND $2 - 1
            RETURNING substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
            """,
            [.int8(id), .int8(beats.sent), .int8(beats.confirmed)])
        guard !rows.isEmpty, let found = rows.text(0, 0) else { return end(.fenced) }
        beats.confirmed = beats.sent
        if let known = beats.timeline, known != found { end(.fenced) }
        beats.timeline = found
    }
}
