import ArgumentParser
import FoundationEssentials
import Glibc
import JSONCodec
import RoomStore

struct StoreExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print what a store keeps of a room as JSON lines.",
        discussion: """
            The lines have a type: room (name, position, revision), settings, control (policy, leash, lock), page (with \
            the presenter's notes) and member. The sessions of members are left out.

            Of a damaged room it prints what the readable records say, then a line of type damage for each other \
            record, and ends with 65.
            """)

    @Argument(help: "Path or URL of the store, or path of a backup.", completion: .file())
    var store: String

    @Argument(help: "Name of the room.")
    var room: String

    @Option(help: ArgumentHelp("Path of a new file; - is standard output.", valueName: "file"), completion: .file())
    var out = "-"

    func run() throws {
        let stored = try StoreText.orEnd { () throws(RoomStoreError) in
            try StoreLocation(store).reader().room(named: room)
        }
        guard let stored else { throw StoreText.noRoom(room, in: store) }
        let restored = RestoredRoom(stored)
        var bytes = restored.state?.exported(room: room) ?? []
        for damage in restored.damages {
            var line = JSONWriter()
            line.object { writer in
                writer.field("type", "damage")
                if let position = damage.position { writer.field("record", position.number) }
                writer.field("reason", damage.reason)
            }
            bytes += line.bytes + [UInt8(ascii: "\n")]
        }
        try write(bytes)
        guard restored.damages.isEmpty else {
            StandardStreams.printError("riffle store: \(restored.shownName): \(restored.summary.printableLine)")
            throw ExitStatus.unreadable
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        var descriptor = STDOUT_FILENO
        if out != "-" {
            // Readable by its owner only, as the notes of a presenter are.
            descriptor = open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                if errno == EEXIST { throw ValidationError("--out \(out) exists already; name another file") }
                StandardStreams.printError("riffle store: \(FileError.system(out))")
                throw ExitStatus.failure
            }
        }
        let isWritten = StandardStreams.write(bytes, to: descriptor)
        let error = FileError.system(out)
        if out != "-" { close(descriptor) }
        guard isWritten else {
            StandardStreams.printError("riffle store: \(error)")
            throw ExitStatus.failure
        }
    }
}
