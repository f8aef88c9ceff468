import Glibc
import PagingContent
import PagingEngine
import Scripting
import TerminalDevice
import TerminalView

/// Shows a recording on a terminal and handles the keys.
final class RecordingViewer {
    private let device: TerminalDevice
    private let signals: SignalDescriptor
    private var picture: RecordingPicture
    private let fixedSize: WindowSize?
    private let frameMilliseconds: Int64
    private var player: RecordingPlayer
    private var marks: OwnMarks
    private var keys = KeyReader()
    private var screen: Screen?
    private var isHelpShown = false
    private var isOver = false
    /// Whether it ends at the end of the recording.
    private let endsItself: Bool
    /// The signal that ended it.
    private(set) var signal: Int32?

    init(
        _ player: RecordingPlayer, marks: OwnMarks, picture: RecordingPicture, size: WindowSize?, framesPerSecond: Int,
        endsItself: Bool
    ) throws {
        signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        device = try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
        self.player = player
        self.marks = marks
        self.picture = picture
        fixedSize = size
        frameMilliseconds = Int64(max(1, 1_000 / framesPerSecond))
        self.endsItself = endsItself
    }

    /// Plays until a key or a signal ends it, or until the end if `endsItself`.
    func play() throws {
        try device.enter()
        defer { device.restore() }
        while !isOver {
            let now = ClientLoop.now
            player.tick(at: now)
            if endsItself, player.isAtEnd { isOver = true }
            draw()
            guard !isOver else { break }
            wait(until: player.nextDeadline(at: now, frameMilliseconds: frameMilliseconds))
        }
    }

    private func draw() {
        let size = fixedSize ?? device.size.map { WindowSize(columns: $0.columns, rows: $0.rows) }
        let overlay = isHelpShown ? RecordingViewer.help : nil
        guard let next = picture.screen(of: player.playback, size: size, note: player.caption, overlay: overlay) else {
            return
        }
        do {
            try device.write(ScreenDiff.bytes(from: screen, to: next))
            screen = next
        } catch {
            // After a partial write the next frame repaints the whole screen.
            screen = nil
            if error == .hungUp { isOver = true }
        }
    }

    private static let help = Page(
        id: PageID("help"), title: "Keys", body: ReplayKeys.helpLines.joined(separator: "\n"))

    private func wait(until deadline: Instant?) {
        let deadline = [deadline, keys.deadline].compactMap(\.self).min()
        let milliseconds = deadline.map { max(0, min($0.milliseconds(since: ClientLoop.now), 60_000)) } ?? -1
        var entries = [
            pollfd(fd: device.input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&entries, 2, Int32(milliseconds))
        if entries[1].revents != 0 { receiveSignals() }
        if entries[0].revents != 0 { readKeys() }
        perform(keys.timedOut(at: ClientLoop.now))
    }

    private func receiveSignals() {
        for signal in (try? signals.read()) ?? [] where signal != SIGWINCH {
            self.signal = signal
            isOver = true
        }
    }

    private func readKeys() {
        switch try? device.read() {
        case .bytes(let bytes): perform(keys.read(bytes, at: ClientLoop.now))
        case .nothing: break
        case .ended, nil: isOver = true
        }
    }

    private func perform(_ keys: [Key]) {
        for key in keys {
            guard let action = ReplayKeys.action(for: key) else {
                isHelpShown = false
                continue
            }
            isHelpShown = action == .help && !isHelpShown
            switch action {
            case .quit: isOver = true
            case .suspend: suspend()
            case .mark: setMark()
            default: player.perform(action, at: ClientLoop.now)
            }
        }
    }

    /// Sets a mark; one that cannot be saved lasts until the viewer ends.
    private func setMark() {
        let mark = player.setMark(number: marks.marks.count + 1)
        do {
            try marks.add(mark)
        } catch {
            player.show("\(mark.text), not saved: \(error)")
        }
    }

    private func suspend() {
        device.suspend()
        try? device.retake()
        screen = nil
        player.perform(.help, at: ClientLoop.now)
    }
}
