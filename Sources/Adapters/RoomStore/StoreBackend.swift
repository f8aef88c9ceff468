/// Database of a store as its server writes it: a SQLite file (`StoreFile`), or a PostgreSQL database (`StoreDatabase`).
/// Any thread; calls wait for each other.
protocol StoreBackend: Sendable {
    /// Last position that was ever assigned. New positions follow it.
    func lastPosition() throws -> JournalPosition

    /// All committed rooms, sorted by name. Called once, before the first commit.
    func rooms() throws -> [StoredRoom]

    /// The revoked tokens that have not expired at `now`, in seconds since 1970; deletes the others.
    func revokedTokens(now: Int64) throws -> [RevokedToken]

    /// Commits the first writes of `writes`, all or none of them, and returns how many; at least one. `now` is the second
    /// since 1970.
    ///
    /// After an error the caller calls again with the same writes: an outcome that is unknown is resolved then, and a
    /// write takes effect once.
    func commit(_ writes: ArraySlice<StoreWrite>, now: Int64) throws -> Int

    /// Calls `body`, on any thread and at most once, when this process may no longer write the store.
    func onEnd(_ body: @escaping @Sendable (StoreTrouble) -> Void)

    func close() throws
}
