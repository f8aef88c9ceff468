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

    /// Writes 400 records, then overwrites these bytes of the file; returns its content.
    func damage(_ bytes: Range<Int>) throws -> Data {
        try open { store in
            for number in 0..<400 { _ = try store.append(room: "talk", record: [UInt8](repeating: 5, count: number)) }
        }
        let file = URL(fileURLWithPath: store)
        var content = try Data(contentsOf: file)
        content.replaceSubrange(bytes, with: repeatElement(0xA5, count: bytes.count))
        try content.write(to: file)
        return content
    }

    /// Rooms that a restart finds.
    func reload() throws -> [StoredRoom] {
        try open { try $0.load() }
    }
}
