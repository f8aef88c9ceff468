import FoundationEssentials
import Glibc
import LoadTesting
import PagingContent
import Platform
import TerminalDevice
import TerminalView

/// The charts of a run on the terminal, drawn by a thread of their own. The run never waits for the terminal.
final class ChartView: Sendable {
    private struct ViewState {
        var charts: RunCharts
        /// Changes so far.
        var version = 0
        var isOver = false
    }

    private let state: Locked<ViewState>
    private let ended = OneShot<Void>()

    /// Time for the terminal to take what restores it.
    private static let endMilliseconds: Int64 = 3_000

    /// Takes over the terminal. Nil when there is none for charts: standard input and standard error must be one whose keys
    /// this process gets, with a window that is large enough.
    init?(title: String) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["TERM"] != "dumb", TerminalDevice.isTerminal(STDIN_FILENO),
            TerminalDevice.isTerminal(STDERR_FILENO), tcgetpgrp(STDERR_FILENO) == getpgrp(),
            let device = try? TerminalDevice(input: STDIN_FILENO, output: STDERR_FILENO), let size = device.size,
            size.columns >= ChartBoard.least.columns, size.rows >= ChartBoard.least.rows
        else { return nil }
        let state = Locked(ViewState(charts: RunCharts(title: title)))
        self.state = state
        NamedThread.start("load view") { [ended] in
            ChartView.draw(state, environment)
            ended.give(())
        }
    }

    func show(_ second: LoadSecond) {
        state.change { state in
            state.charts.add(second)
            state.version += 1
        }
    }

    func note(_ sentence: String) {
        state.change { state in
            state.charts.note = sentence
            state.version += 1
        }
    }

    /// Gives the terminal back.
    func end() {
        state.change { $0.isOver = true }
        _ = ended.wait(milliseconds: ChartView.endMilliseconds)
    }

    /// Draws until the end.
    private static func draw(_ state: Locked<ViewState>, _ environment: [String: String]) {
        guard let device = try? TerminalDevice(input: STDIN_FILENO, output: STDERR_FILENO),
            (try? device.enter()) != nil
        else { return }
        defer { device.restore() }
        let colours: ColourDepth = environment["NO_COLOR"].map(\.isEmpty) == false ? .none : .indexed
        let borders = Borders(environment)
        var shown: Screen?
        var drawn = -1
        var size = device.size
        var isOver = false
        while !isOver {
            let (version, board) = state.withLock { state in (state.version, state.charts.board) }
            let newSize = device.size ?? size
            if version != drawn || newSize != size || shown == nil {
                (drawn, size) = (version, newSize)
                let screen = board.draw(columns: size?.columns ?? 80, rows: size?.rows ?? 24, borders: borders)
                let isWritten = (try? device.write(ScreenDiff.bytes(from: shown, to: screen, colours: colours))) != nil
                // After an incomplete write the next picture is drawn whole.
                shown = isWritten ? screen : nil
            }
            takeKeys(of: device, state)
            // Seconds, keys and the size are looked at ten times a second: a simulation has thousands of seconds in one.
            isOver = state.wait(milliseconds: 100) { $0.isOver ? true : nil } ?? false
        }
    }

    /// In raw mode Ctrl-C is a byte; the signal goes the way that it goes without charts.
    private static func takeKeys(of device: TerminalDevice, _ state: Locked<ViewState>) {
        var query = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
        guard poll(&query, 1, 0) > 0, query.revents & Int16(POLLIN) != 0,
            case .bytes(let bytes) = try? device.read()
        else { return }
        for byte in bytes {
            switch byte {
            case 0x03: kill(getpid(), SIGINT)
            case 0x1C: kill(getpid(), SIGQUIT)
            case 0x09:
                state.withLock { state in
                    state.charts.chooseNext()
                    state.version += 1
                }
            default: break
            }
        }
    }
}
