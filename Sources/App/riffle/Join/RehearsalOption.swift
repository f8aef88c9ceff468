import ArgumentParser
import Scripting

/// The rehearsal a talk is compared with; the same words for every command that shows the time.
struct RehearsalOption: ParsableArguments {
    @Option(help: "A recording of the rehearsal; the time says how far ahead or behind its pages one is.")
    var rehearsal: String?

    /// When which page is due; nil without a rehearsal.
    ///
    /// - Parameter durationMilliseconds: how long the talk may take; the rehearsal's times are fitted to it.
    func pace(durationMilliseconds: Int64?) throws -> Pace? {
        guard let rehearsal else { return nil }
        do {
            let times = RehearsalTimes(try RecordingFile(path: rehearsal).recording)
            return Pace(times, durationMilliseconds: durationMilliseconds)
        } catch {
            guard !error.isMissing else { throw ValidationError("--rehearsal \(error)") }
            StandardStreams.say("riffle: \(error)")
            throw ExitStatus.unreadable
        }
    }
}
