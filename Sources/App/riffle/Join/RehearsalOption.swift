import ArgumentParser
import Scripting

/// The rehearsal that a talk is compared with, for every command that shows the time.
struct RehearsalOption: ParsableArguments {
    @Option(help: "Recording of the rehearsal, to show how far ahead of it or behind it you are.")
    var rehearsal: String?

    /// The planned times of the pages; nil without a rehearsal.
    ///
    /// - Parameter durationMilliseconds: the planned duration; the rehearsal's times are scaled to it.
    func pace(durationMilliseconds: Int64?) throws -> Pace? {
        guard let rehearsal else { return nil }
        do {
            let times = RehearsalTimes(try RecordingFile(path: rehearsal).recording)
            return Pace(times, durationMilliseconds: durationMilliseconds)
        } catch {
            guard !error.isMissing else { throw ValidationError("--rehearsal \(error)") }
            StandardStreams.printError("riffle: \(error)")
            throw ExitStatus.unreadable
        }
    }
}
