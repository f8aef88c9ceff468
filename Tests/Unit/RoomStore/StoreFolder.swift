import Foundation
import RoomStore

/// A folder for one test, and a store in it.
final class StoreFolder {
    let url: URL
    var store: String { url.appendingPathComponent("rooms.store").path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
        try? FileManager.default.removeItem(at: url)
    }

    /// Opens the store, gives it to `body` and closes it.
    func open<Result>(
        limits: StoreLimits = .standard, recorder: StoreEventRecorder = StoreEventRecorder(),
        _ body: (RoomStore) throws -> Result
    ) throws -> Result {
        let store = try RoomStore(path: store, limits: limits) { recorder.record($0) }
        let result = try body(store)
        try store.close()
        return result
    }

    /// Rooms that a restart finds.
    func reload() throws -> [StoredRoom] {
        try open { try $0.load() }
    }
}
