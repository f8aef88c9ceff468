import TestPeers
import Testing

@testable import RoomStore

/// An empty database behind a proxy, and a store in it without a writer thread, whose commits are called one by one.
final class DatabaseFixture {
    let database: PostgresDatabase
    let proxy: CuttingProxy
    private var position = JournalPosition.start

    init() throws {
        database = try #require(PostgresServer.shared).get().newDatabase()
        proxy = try CuttingProxy(before: database.server.port)
    }

    deinit { proxy.end() }

    /// URL through the proxy.
    var url: String { database.url(port: proxy.port) }

    func address() throws -> PostgresAddress { try PostgresAddress(url: url) }

    /// Opens the store with a lease that sends its first beat only, so that all later bytes are the journal's.
    func open() throws -> StoreDatabase {
        var timing = NodeLease.Timing()
        timing.renewal = 3_600_000
        let store = try StoreDatabase(try address(), timing: timing)
        try eventually("the first beat") { try database.query("SELECT beat FROM node") == ["1"] }
        return store
    }

    func record(_ room: String, _ bytes: [UInt8], _ form: RecordForm = .change) -> StoreWrite {
        position = JournalPosition(position.number + 1)
        return StoreWrite(name: room, kind: .record(position, form, bytes), since: 0)
    }

    func removal(_ room: String) -> StoreWrite { StoreWrite(name: room, kind: .removal, since: 0) }

    func revocation(_ id: String) -> StoreWrite { StoreWrite(name: id, kind: .revocation(expires: nil), since: 0) }

    /// Commits all `writes`; retries as the writer thread does. Returns the errors.
    @discardableResult
    func commit(_ writes: [StoreWrite], to store: StoreDatabase, onError: () -> Void = {}) throws -> [StoreTrouble] {
        var rest = writes[...]
        var troubles: [StoreTrouble] = []
        while !rest.isEmpty {
            do {
                rest = rest.dropFirst(try store.commit(rest, now: 0))
            } catch {
                troubles.append(StoreTrouble(error))
                try #require(troubles.count < 100, "\(troubles.suffix(2))")
                try #require(troubles.last != .fenced)
                onError()
            }
        }
        return troubles
    }
}

/// Condition of tests that need a PostgreSQL server.
extension Trait where Self == ConditionTrait {
    static var needsPostgres: Self {
        .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason))
    }
}
