import Glibc
import Support
import TerminalView

/// Writes data to standard output and messages to standard error.
///
/// Every text for a terminal passes here, so that no control character from the network or a file reaches a terminal.
/// Only the parts that draw a window write terminal commands, with `write`.
enum StandardStreams {
    static func print(_ line: String) {
        write(Array((line.printableOutput + "\n").utf8), to: STDOUT_FILENO)
    }

    static func printError(_ line: String) {
        write(Array((line.printableLines + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes, in several system calls if necessary. Stops when the reader is gone or the disk is full.
    ///
    /// - Returns: whether everything is written; `errno` has the reason if not.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, 1_000)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// Prints frames: below each other, or each in the place of the one before.
struct MovingPicture {
    let isRedrawn: Bool
    private var last: Screen?
    /// The last caption.
    private(set) var caption: String?

    init(isRedrawn: Bool) {
        self.isRedrawn = isRedrawn
    }

    /// Shows a frame unless it equals the last one.
    mutating func show(_ screen: Screen, caption: String? = nil) {
        if let caption { self.caption = caption }
        guard screen != last else { return }
        show(text: FrameText.text(of: screen), rows: screen.rows, isFirst: last == nil)
        last = screen
    }

    /// Shows a frame given as text, one line per row.
    func show(text: String, rows: Int, isFirst: Bool) {
        guard isRedrawn else { return StandardStreams.print(text) }
        let up = isFirst ? "" : "\u{1B}[\(rows)A"
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows)
        StandardStreams.write(Array((up + lines.map { $0 + "\u{1B}[K\n" }.joined()).utf8), to: STDOUT_FILENO)
    }
}
