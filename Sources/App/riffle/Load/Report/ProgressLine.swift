import ArgumentParser
import FoundationEssentials
import Glibc
import LoadTesting
import Platform
import TerminalDevice
import WebSocketLoop

/// Prints the progress of a run: on a terminal one line that changes every second, else a line every ten seconds.
final class ProgressLine {
    private let use: ProgressUse
    private let isRedrawn: Bool
    private var start = MonotonicClock.milliseconds
    private var progress = LoadProgress()
    private var printed = LoadProgress()
    private var printedAt = MonotonicClock.milliseconds
    /// Whether something else shows the run, until its end.
    var isHidden = false
    private var isShown = false
    /// Sentences for the end of the run.
    private var notes: [String] = []
    private var shown = ""

    private static let redrawMilliseconds: Int64 = 1_000
    private static let lineMilliseconds: Int64 = 10_000

    /// Whether the terminal cannot overwrite a line.
    private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    init(_ use: ProgressUse) {
        self.use = use
        isRedrawn = [.auto, .line].contains(use) && TerminalDevice.isTerminal(STDERR_FILENO) && !ProgressLine.isDumb
    }

    /// Begins a run.
    func begin(_ description: String) {
        (start, printedAt) = (MonotonicClock.milliseconds, MonotonicClock.milliseconds)
        (progress, printed) = (LoadProgress(), LoadProgress())
        if use != .none { StandardStreams.printError("riffle load: \(description)") }
    }

    /// Adds a second of the run. Seconds of a simulation pass faster than those of the terminal.
    func show(_ second: LoadSecond) {
        progress.add(second)
        let now = MonotonicClock.milliseconds
        // Seconds do not come exactly one second apart.
        let least = isRedrawn ? ProgressLine.redrawMilliseconds : ProgressLine.lineMilliseconds
        guard use != .none, now - printedAt >= least - 500 else { return }
        let line = progress.line(after: printed, milliseconds: now - printedAt, second: (now - start + 500) / 1_000)
        (printed, printedAt) = (progress, now)
        guard isRedrawn else { return StandardStreams.printError(line) }
        (isShown, shown) = (true, line)
        if !isHidden { redraw(line, end: "") }
    }

    /// Prints a sentence, above the line; after the run where something else shows it.
    func note(_ sentence: String) {
        guard !isHidden else { return notes.append(sentence) }
        if isShown { StandardStreams.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
        StandardStreams.printError(sentence)
        if isShown { redraw(shown, end: "") }
    }

    /// Leaves the last line on the terminal and begins another one.
    func end() {
        // A pressed key may have been echoed after the line.
        if isShown { redraw(shown, end: "\n") }
        (isShown, isHidden) = (false, false)
        notes.forEach(StandardStreams.printError)
        notes = []
    }

    /// Draws the line shorter than the window: a line that wraps could not be overwritten.
    private func redraw(_ line: String, end: String) {
        shown = line
        let text = "\r\(line.prefix(ProgressLine.columns - 1))\u{1B}[K\(end)"
        StandardStreams.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Columns of the terminal now. All characters of the line are one column wide.
    private static var columns: Int { columns(of: STDERR_FILENO) ?? WindowSize.standard.columns }

    /// Columns of the terminal that an output is; nil where it is none.
    static func columns(of output: Int32) -> Int? {
        var size = winsize()
        return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }
}

/// Use of the progress line.
enum ProgressUse: String, ExpressibleByArgument, CaseIterable {
    /// Charts on a terminal that is large enough, otherwise `line`.
    case auto
    /// One line that changes on a terminal, otherwise `lines`.
    case line
    /// A line every ten seconds.
    case lines
    case none
}
