import PagingEngine
import Scripting

/// Prints what happens with the time since the first line.
final class LineClock {
    private let isQuiet: Bool
    private var start: Instant?

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func say(_ line: LogLine) {
        let since = line.at.milliseconds(since: start ?? line.at)
        start = start ?? line.at
        guard !isQuiet else { return }
        let seconds = String(since / 1_000)
        let thousandths = String(1_000 + since % 1_000).dropFirst()
        StandardStreams.say("\(seconds).\(thousandths)  \(line.actor): \(line.text)")
    }
}
