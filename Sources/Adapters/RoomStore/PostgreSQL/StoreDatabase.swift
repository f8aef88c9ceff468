import Platform

/// PostgreSQL database of a store as its server writes it.
///
/// A statement whose connection is lost may have taken effect, may still do so later, or never. So a new connection
/// first gives all own rooms new fences: that statement waits for older ones, and refuses those that come later. What
/// the journal has then of the own epoch is committed; the rest is sent again.
///
/// `@unchecked Sendable`: after `init` all that changes is used under `turn` only. The server may read revoked tokens while
/// the writer thread commits.
final class StoreDatabase: StoreBackend, @unchecked Sendable {
    private let address: PostgresAddress
    private let lease: NodeLease
    /// Held during a call, also while the database works.
    private let turn = Locked(())
    /// Nil after a loss, until new fences are committed.
    private var connection: PostgresConnection?
    private var owned: RoomOwnership
    private var appends = JournalAppends()

    /// Opens the store, or creates its tables, registers this process and claims all rooms.
    init(_ address: PostgresAddress, timing: NodeLease.Timing = NodeLease.Timing()) throws(RoomStoreError) {
        self.address = address
        do {
            let connection = try PostgresConnection(address)
            try StoreDatabaseSchema.checkDurability(connection, name: address.name)
            try StoreDatabaseSchema.make(in: connection, name: address.name)
            lease = try NodeLease(address, timing: timing, on: connection)
            owned = RoomOwnership(node: lease.id)
            self.connection = connection
        } catch {
            throw RoomStoreError(error, path: address.name)
        }
        lease.start()
        do {
            try use { try owned.claim(on: $0, store: address.name) }
        } catch {
            lease.leave()
            throw RoomStoreError(error, path: address.name)
        }
    }

    func lastPosition() -> JournalPosition { .start }

    func onEnd(_ body: @escaping @Sendable (StoreTrouble) -> Void) { lease.onEnd(body) }

    func close() {
        turn.withLock { connection = nil }
        lease.leave()
    }

    func rooms() throws -> [StoredRoom] {
        try use { connection in
            try owned.names.compactMap { try StoreDatabaseReader.room(named: $0, connection) }
        }
    }

    func revokedTokens(now: Int64) throws -> [RevokedToken] {
        try use { connection in
            let revocations = RevocationStatements(connection)
            try revocations.deleteExpired(at: now)
            return try revocations.all()
        }
    }

    func commit(_ writes: ArraySlice<StoreWrite>, now: Int64) throws -> Int {
        try use { connection in
            guard appends.batch == nil else { return try append(on: connection) }
            guard let first = writes.first else { return 0 }
            switch first.kind {
            case .record:
                let next = AppendBatch(writes, after: owned.last)
                try owned.create(next.rooms.filter { owned[$0] == nil }.sorted(), on: connection)
                appends.begin(next)
                return try append(on: connection)
            case .removal:
                guard try owned.remove(first.name, on: connection) else { throw StoreTrouble.fenced }
                appends.forget(first.name)
            case .revocation(let expires):
                try RevocationStatements(connection).add(RevokedToken(id: first.name, expires: expires))
            }
            return 1
        }
    }

    /// Runs `body` with a connection. Drops the connection when the outcome of a statement is unknown.
    private func use<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        if let ended = lease.ended { throw ended }
        return try turn.withLock {
            do {
                return try body(try connection ?? reconnect())
            } catch PostgresError.unknown(let text) {
                connection = nil
                throw PostgresError.unknown(text)
            } catch StoreTrouble.fenced {
                lease.end(.fenced)
                throw StoreTrouble.fenced
            }
        }
    }
}

// Statements that write.
extension StoreDatabase {
    /// Sends the batch, and deletes what its whole records replace.
    ///
    /// - Returns: the number of writes that the batch carries out.
    private func append(on connection: PostgresConnection) throws -> Int {
        let count = appends.batch?.count ?? 0
        guard try appends.send(on: connection, for: &owned).fenced.isEmpty else { throw StoreTrouble.fenced }
        do throws(PostgresError) {
            try appends.compact(on: connection)
        } catch {
            // Costs space until the next whole record only.
            if case .unknown = error { self.connection = nil }
        }
        return count
    }

    /// Connects again, and finds out what the lost connection has done.
    private func reconnect() throws -> PostgresConnection {
        let connection = try PostgresConnection(address)
        guard try owned.refence(on: connection).lost.isEmpty else { throw StoreTrouble.fenced }
        _ = try appends.resolve(on: connection, for: &owned)
        self.connection = connection
        return connection
    }
}
