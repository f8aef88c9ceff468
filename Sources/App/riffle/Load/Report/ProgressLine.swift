import ArgumentParser
import Foundation
import Glibc
import LoadTesting
import TerminalDevice
import WebSocketLoop

/// Says where a run stands: on a terminal in one line that changes every second, else in a line every ten seconds.
final class ProgressLine {
    private let use: ProgressUse
    private let isRedrawn: Bool
    private var start = SocketLoop.now()
    private var said = LoadProgress()
    private var saidAt = SocketLoop.now()
    private var isShown = false
    private var shown = ""

    static let lineMilliseconds: Int64 = 10_000

    /// A terminal that cannot go back in a line.
    private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    init(_ use: ProgressUse) {
        self.use = use
        isRedrawn = use == .auto && TerminalDevice.isTerminal(STDERR_FILENO) && !ProgressLine.isDumb
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
        redraw(line, end: "")
    }

    /// Leaves the line as it was last, and begins another for what is said after it.
    func end() {
        guard isShown else { return }
        isShown = false
        // Drawn once more: a key that was pressed may stand behind it.
        redraw(shown, end: "\n")
    }

    /// A line that reached the window's edge would go on in the next one, and that is not where it is drawn over.
    private func redraw(_ line: String, end: String) {
        shown = line
        let text = "\r\(line.prefix(ProgressLine.columns - 1))\u{1B}[K\(end)"
        StandardStreams.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Of the terminal now; all characters of the line are one wide.
    private static var columns: Int {
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : WindowSize.standard.columns
    }
}

/// When a run says where it stands.
enum ProgressUse: String, ExpressibleByArgument, CaseIterable {
    /// One line that changes on a terminal, otherwise `lines`.
    case auto
    /// A line every ten seconds.
    case lines
    case none
}
