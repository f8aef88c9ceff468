import Foundation
import Glibc

/// What the server of one talk keeps on disk as long as the talk lasts: the deck it began with, and what it remembers
/// of the room. Only its owner may look into it.
struct TalkFolder: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    /// Makes a new folder among the system's temporary files, with the bytes of a deck in it.
    init(deck: [UInt8]) throws(Failure) {
        let pattern = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-talk-XXXXXX").path
        var name = Array(pattern.utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure(description: "\(pattern): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do {
            try Data(deck).write(to: URL(fileURLWithPath: deckPath))
        } catch {
            remove()
            throw Failure(description: "\(deckPath): \(error.localizedDescription)")
        }
    }

    /// A copy: the file itself may be in the middle of being edited when a server has to be started again.
    var deckPath: String { path + "/deck.md" }
    var storePath: String { path + "/rooms.sqlite" }

    func remove() { TalkFolder.remove(path) }

    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
