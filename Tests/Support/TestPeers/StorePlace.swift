import Foundation

/// Kind of store.
package enum StoreKind: String, Sendable, CaseIterable {
    case file
    case database

    /// The kinds that can be tested on this machine.
    package static let available = allCases.filter { $0 != .database || PostgresServer.isInstalled }
}

/// A place for a store of one kind: a path in a folder, or an empty database. Gone with the test.
package final class StorePlace {
    package let kind: StoreKind
    /// The store's location, as `--store` takes it.
    package let path: String
    /// Nil for a file.
    package let database: PostgresDatabase?
    private let folder: URL?

    package init(_ kind: StoreKind) throws {
        self.kind = kind
        switch kind {
        case .file:
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rooms-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            (path, database, self.folder) = (folder.appendingPathComponent("rooms.store").path, nil, folder)
        case .database:
            guard let server = PostgresServer.shared else {
                throw PostgresServer.Failure(description: PostgresServer.reason)
            }
            let database = try server.get().newDatabase()
            (path, self.database, folder) = (database.url(), database, nil)
        }
    }

    deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }
}
