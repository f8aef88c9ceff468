import ArgumentParser
import Glibc
import Platform
import RoomStore
import TerminalDevice

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the store of a server to a file, also while the server uses it.",
        discussion: """
            Examples:
              riffle backup rooms.sqlite backup.sqlite
              riffle store check backup.sqlite

            The copy has everything that members had seen when the backup began. It is written under another name, \
            checked, and then gets its name: an interrupted backup leaves no file. A copy that takes longer than a \
            second reports its progress on standard error.

            To restore it, stop the server, copy the backup to the path of --store and remove the old PATH-wal and \
            PATH-shm. The copy contains the sessions of members: only its owner may read it.

            Ends with 64 when the file exists already, and with 65 when the store is damaged or is no store.
            """)

    @Argument(help: "Path of the store, as given to `riffle serve --store`; not a database.", completion: .file())
    var store: String

    @Argument(help: "Path of the copy; it must not exist.", completion: .file())
    var file: String

    func validate() throws {
        if case .file = try? StoreLocation(store) { return }
        throw ValidationError("STORE: expected the file of a store, got the URL of a database; copy it with pg_dump")
    }

    func run() throws {
        let signals = try ExitStatus.orEnd("riffle backup") { try SignalDescriptor([SIGINT, SIGTERM]) }
        let progress = BackupProgress(signals)
        do throws(RoomStoreError) {
            let reader = try StoreFileReader(path: store)
            let rooms = try reader.rooms()
            try StoreBackup(of: reader, to: file) { done, all in progress.step(done, of: all) }
            let bytes = rooms.reduce(0) { $0 + $1.bytes }
            StandardStreams.print("\(file): \(StoreText.rooms(rooms.count)), \(StoreText.bytes(bytes))")
        } catch {
            StandardStreams.printError("riffle backup: \(error)")
            throw error == .stopped ? progress.exitStatus : error.exitStatus
        }
    }
}

/// Progress of a backup on standard error, at most once a second, and the signals that stop it.
private final class BackupProgress {
    private static let spacingMilliseconds: Int64 = 1_000

    private let signals: SignalDescriptor
    private var lastAt = MonotonicClock.milliseconds
    private(set) var exitStatus = ExitStatus.interrupted

    init(_ signals: SignalDescriptor) {
        self.signals = signals
    }

    /// Returns whether the backup is to go on.
    func step(_ done: Int64, of all: Int64) -> Bool {
        if let received = (try? signals.read())?.first {
            exitStatus = received == SIGTERM ? ExitStatus.terminated : ExitStatus.interrupted
            return false
        }
        let now = MonotonicClock.milliseconds
        guard now - lastAt >= Self.spacingMilliseconds else { return true }
        lastAt = now
        StandardStreams.printError("riffle backup: \(StoreText.bytes(Int(done))) of \(StoreText.bytes(Int(all)))")
        return true
    }
}
