import Foundation
import Glibc
import TerminalDevice

/// What a watcher of the demo sees: the window as it moves, and who does what.
///
/// `@unchecked Sendable`: everything is touched only under `lock`; the processes' readers call from their threads.
final class SceneView: @unchecked Sendable {
    private let lock = NSLock()
    private let rows: Int
    private let picture = MovingPicture(isRedrawn: TerminalDevice.isTerminal(STDOUT_FILENO))
    private var lines: [String] = []
    private var isFirst = true
    private var caption = ""

    init(rows: Int) {
        self.rows = rows
    }

    var isRedrawn: Bool { picture.isRedrawn }

    /// A line of the window's output: so many rows and an empty line make a frame.
    func add(_ line: String) {
        lock.withLock {
            lines.append(line)
            guard lines.count > rows else { return }
            if isRedrawn { lines[rows] = caption }
            picture.show(text: lines.joined(separator: "\n"), rows: isRedrawn ? rows + 1 : rows, isFirst: isFirst)
            isFirst = false
            lines = []
        }
    }

    /// A line of an actor: its time, its name and what it does.
    func narrate(_ line: String) {
        lock.withLock {
            caption = line.drop { !$0.isLetter }.description
            if !isRedrawn { StandardStreams.print(caption) }
        }
    }
}
