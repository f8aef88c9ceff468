import Foundation
import RoomStore
import TestPeers
import Testing

/// Kind of store.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case file
    case database

    var testDescription: String { rawValue }

    /// The kinds that can be tested on this machine.
    static let available = allCases.filter { $0 != .database || PostgresServer.isInstalled }
}

/// An empty store of one kind for one test.
final class StoreFixture {
    /// The store's location, as `RoomStore` takes it.
    let path: String
    private let folder: StoreFolder?
    private let database: PostgresDatabase?

    init(_ kind: StoreKind) throws {
        switch kind {
        case .file:
            let folder = try StoreFolder()
            (self.folder, database, path) = (folder, nil, folder.store)
        case .database:
            let database = try #require(PostgresServer.shared).get().newDatabase()
            (folder, self.database, path) = (nil, database, database.url())
        }
    }

    /// Opens the store, gives it to `body` and closes it.
    func open<Result>(
        limits: StoreLimits? = nil, recorder: StoreEventRecorder = StoreEventRecorder(),
        _ body: (RoomStore) throws -> Result
    ) throws -> Result {
        let store = try RoomStore(path: path, limits: limits) { recorder.record($0) }
        let result = try body(store)
        try store.close()
        return result
    }

    /// Rooms that a restart finds.
    func reload() throws -> [StoredRoom] {
        try open { try $0.load() }
    }

    func reader() throws -> any StoreReader { try StoreLocation(path).reader() }
}
