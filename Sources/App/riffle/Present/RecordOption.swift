import ArgumentParser
import Glibc

/// The recording of a talk by its presenter.
struct RecordOption: ParsableArguments {
    @Option(help: "Path of a new file, NAME.riffle.jsonl, for a recording of the talk without the notes.")
    var record: String?

    /// Refuses a file that cannot be new before a server starts and before anything tells how others join.
    func validate() throws {
        guard let record else { return }
        if access(record, F_OK) == 0 {
            throw ValidationError("--record: expected a new file, got \(record), which exists; name another file")
        }
        if let missing = TextFile.missingFolder(of: record) { throw ValidationError("--record \(missing)") }
    }

    /// The recording; nil without the option. Throws the exit code of `command` when the file cannot be written.
    func tap(_ command: String, room: String, title: String?) throws -> RecordingTap? {
        guard let record else { return nil }
        do {
            return try RecordingTap(path: record, room: room, title: title)
        } catch {
            guard !error.isUsage else { throw ValidationError("--record \(error)") }
            StandardStreams.printError("\(command): \(error)")
            throw ExitStatus.failure
        }
    }
}
