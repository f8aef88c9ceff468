import Foundation
import Glibc
import PagingEngine

/// The page on which a talk stands, in a file that outlives a presenter whose process or machine fails. A talk that ends
/// properly removes it. Each process has a file of its own, so that two talks with one deck at a time stay apart.
struct TalkPlace {
    /// A file that is older belongs to another talk.
    private static let longestSeconds = 6.0 * 3_600

    private let folder: URL
    /// The start of the names of all files of the deck; the process follows.
    private let prefix: String

    /// The place of the talk with the deck at a path.
    init(deck path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in URL(fileURLWithPath: path).standardizedFileURL.path.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        folder = StateFolder.url(environment).appendingPathComponent("talks")
        prefix = String(hash, radix: 16) + "-"
    }

    private var file: URL { folder.appendingPathComponent("\(prefix)\(getpid())") }

    /// Takes over the page of a talk that broke off not long ago, and removes the files of all talks that broke off.
    func takeOver() -> PageID? {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        var newest: (changed: Date, page: PageID)?
        for file in files ?? [] {
            let name = file.lastPathComponent
            guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)), kill(process, 0) != 0
            else { continue }
            defer { try? FileManager.default.removeItem(at: file) }
            guard
                let changed = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate,
                abs(changed.timeIntervalSinceNow) < TalkPlace.longestSeconds,
                changed > newest?.changed ?? .distantPast,
                let text = try? String(contentsOf: file, encoding: .utf8)
            else { continue }
            newest = (changed, PageID(text))
        }
        if let newest { save(newest.page) }
        return newest?.page
    }

    /// Saves the page. A talk goes on without its place where the file cannot be written.
    func save(_ page: PageID) {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? Data(page.text.utf8).write(to: file, options: .atomic)
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
