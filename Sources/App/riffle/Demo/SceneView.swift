import Glibc
import Platform
import TerminalDevice

/// Shows the demo on standard output: the window as it moves, and the steps of the actors.
final class SceneView: Sendable {
    private struct State {
        var lines: [String] = []
        var isFirst = true
        var caption = ""
        var narrated: (@Sendable (String) -> Void)?
    }

    private let rows: Int
    let isRedrawn = TerminalDevice.isTerminal(STDOUT_FILENO)
    private let state = Locked(State())

    init(rows: Int) {
        self.rows = rows
    }

    /// Called with each line of an actor, on a thread of its own.
    func whenNarrated(_ take: @escaping @Sendable (String) -> Void) { state.withLock { $0.narrated = take } }

    /// Adds a line of the window's output; a frame is as many rows and an empty line.
    func add(_ line: String) {
        state.withLock { state in
            state.lines.append(line)
            guard state.lines.count > rows else { return }
            if isRedrawn { state.lines[rows] = state.caption }
            MovingPicture(isRedrawn: isRedrawn).show(
                text: state.lines.joined(separator: "\n"), rows: isRedrawn ? rows + 1 : rows, isFirst: state.isFirst)
            state.isFirst = false
            state.lines = []
        }
    }

    /// Adds a line of an actor: its time, its name and its step.
    func narrate(_ line: String) {
        let take = state.withLock { state in
            state.caption = line.drop { !$0.isLetter }.description
            if !isRedrawn { StandardStreams.print(state.caption) }
            return state.narrated
        }
        take?(line)
    }
}
