import Foundation
import Glibc

/// The files of one talk's server while the talk lasts: the deck it began with, and the persisted room. Only the owner
/// can read them.
struct TalkFolder: Sendable {
    let path: String

    /// Creates a folder among the system's temporary files with the bytes of a deck, and the key of presenters if any.
    init(deck: [UInt8], presenterKey: String? = nil) throws(CommandFailure) {
        let pattern = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-talk-XXXXXX").path
        var name = Array(pattern.utf8CString)
        guard mkdtemp(&name) != nil else {
            throw CommandFailure(description: "\(pattern): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do {
            try Data(deck).write(to: URL(fileURLWithPath: deckPath))
            if let presenterKey {
                try Data(presenterKey.utf8).write(to: URL(fileURLWithPath: keyPath))
                _ = chmod(keyPath, 0o600)
            }
        } catch {
            remove()
            throw CommandFailure(description: "\(deckPath): \(error.localizedDescription)")
        }
    }

    /// A copy, since the file itself may be half-edited when the server has to be restarted.
    var deckPath: String { path + "/deck.md" }
    var keyPath: String { path + "/presenter.key" }
    var storePath: String { path + "/rooms.sqlite" }

    func remove() { TalkFolder.remove(path) }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
