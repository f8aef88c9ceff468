import Foundation
import Glibc
import PagingEngine

/// The page on which a talk stands, in a file that outlives a presenter whose process or machine fails. A talk that ends
/// properly removes it. The file also names the process, so that two talks with one deck at a time stay apart.
struct TalkPlace {
    /// A file that is older belongs to another talk.
    private static let longestSeconds = 6.0 * 3_600

    private let file: URL

    /// The place of the talk with the deck at a path.
    init(deck path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"] ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in URL(fileURLWithPath: path).standardizedFileURL.path.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        file = URL(fileURLWithPath: state).appendingPathComponent("riffle/talks/\(String(hash, radix: 16))")
    }

    /// The page of a talk that broke off not long ago.
    var page: PageID? {
        guard let changed = try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date,
            abs(changed.timeIntervalSinceNow) < TalkPlace.longestSeconds,
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return nil }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0 else { return nil }
        return PageID(String(parts[1]))
    }

    /// Saves the page. A talk goes on without its place where the file cannot be written.
    func save(_ page: PageID) {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data("\(getpid()) \(page.text)".utf8).write(to: file, options: .atomic)
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
