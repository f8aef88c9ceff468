import Foundation

/// A place for a server's store, gone with the test.
final class StoreFile {
    private let folder: URL
    var path: String { folder.appendingPathComponent("rooms.store").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("rooms-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
