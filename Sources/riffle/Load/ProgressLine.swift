import Foundation
import PagingLoad
import SocketLoop
import TerminalDevice

/// Says where a run stands: on a terminal in one line that changes every second, else in a line every ten seconds.
final class ProgressLine {
    private let use: ProgressUse
    private let isRedrawn: Bool
    private var start = SocketLoop.now()
    private var said = LoadProgress()
    private var saidAt = SocketLoop.now()
    private var isShown = false

    static let lineMilliseconds: Int64 = 10_000

    init(_ use: ProgressUse) {
        self.use = use
        isRedrawn = use == .auto && TerminalDevice.isTerminal(STDERR_FILENO)
    }

    /// A run begins; `words` say what it is.
    func begin(_ words: String) {
        (start, saidAt, said) = (SocketLoop.now(), SocketLoop.now(), LoadProgress())
        if use != .none { StandardStreams.say("riffle load: \(words)") }
    }

    func show(_ progress: LoadProgress) {
        let now = SocketLoop.now()
        // Reports come a moment more or less than a second apart.
        guard use != .none, isRedrawn || now - saidAt >= ProgressLine.lineMilliseconds - 500 else { return }
        let line = progress.line(after: said, milliseconds: now - saidAt, second: (now - start + 500) / 1_000)
        (said, saidAt) = (progress, now)
        guard isRedrawn else { return StandardStreams.say(line) }
        isShown = true
        StandardStreams.write(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO)
    }

    /// Makes room for what is said after it.
    func clear() {
        guard isShown else { return }
        isShown = false
        StandardStreams.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    }
}
