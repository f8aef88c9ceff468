import FoundationEssentials
import Glibc
import PagingClient

/// The file with the talks that this person has joined, which nobody else can read. It holds no tokens and no names.
struct RecentFile {
    private let folder: URL

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = StateFolder.url(environment)
    }

    private var file: URL { folder.appendingPathComponent("recent") }

    /// The talks; none where the file cannot be read.
    var talks: RecentTalks { RecentTalks(text: (try? String(contentsOf: file, encoding: .utf8)) ?? "") }

    /// Puts a URL first. A file that cannot be written is no reason to fail: the talk itself was good.
    func note(_ url: String) {
        var talks = talks
        talks.note(url)
        let files = FileManager.default
        try? files.createDirectory(at: folder, withIntermediateDirectories: true)
        let next = folder.appendingPathComponent("recent.\(getpid())")
        let isWritten = files.createFile(
            atPath: next.path, contents: Data(talks.text.utf8), attributes: [.posixPermissions: 0o600])
        if !isWritten || rename(next.path, file.path) != 0 { try? files.removeItem(at: next) }
    }
}
