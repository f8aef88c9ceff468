import FoundationEssentials
import TerminalDevice

/// The files of which a deck is made, and whether they change.
struct WatchedFiles {
    /// Nil where nothing is watched.
    private let watch: FolderDescriptor?
    /// The names of the files, also those that the deck does not include now.
    private var names: Set<String> = []

    init(_ path: String, isWatched: Bool) throws(TerminalError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        watch = isWatched ? try FolderDescriptor(path: folder) : nil
        add([path])
    }

    /// Readable when something in the folders of the files has changed.
    var descriptor: Int32? { watch?.descriptor }

    mutating func add(_ paths: [String]) {
        for path in paths {
            let url = URL(fileURLWithPath: path)
            names.insert(url.lastPathComponent)
            // A folder that cannot be watched is one whose changes are not seen.
            try? watch?.add(path: url.deletingLastPathComponent().path)
        }
    }

    /// Whether one of them has changed since the last call.
    func haveChanged() -> Bool {
        guard let changed = try? watch?.read() else { return false }
        return !changed.isDisjoint(with: names)
    }
}
