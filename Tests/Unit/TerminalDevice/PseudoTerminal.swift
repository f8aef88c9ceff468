import Glibc
import TestPeers

/// Pseudo-terminal: bytes written to `user` are keys, bytes read from it are the screen.
final class PseudoTerminal {
    private(set) var user: Int32 = -1
    private(set) var terminal: Int32 = -1
    /// The terminal's name, for another process to open.
    let path: String

    init(columns: UInt16 = 80, rows: UInt16 = 24) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        precondition(openpty(&user, &terminal, nil, nil, &size) == 0, "The system has pseudo-terminals.")
        path = String(cString: ttyname(terminal))
    }

    deinit {
        hangUp()
        close(terminal)
    }

    func hangUp() {
        if user >= 0 { close(user) }
        user = -1
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        precondition(ioctl(user, UInt(TIOCSWINSZ), &size) == 0, "A pseudo-terminal has a size.")
    }

    /// The terminal's settings, every byte of them.
    var settings: [UInt8] {
        var settings = termios()
        precondition(tcgetattr(terminal, &settings) == 0, "A pseudo-terminal has settings.")
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    var localFlags: tcflag_t {
        var settings = termios()
        precondition(tcgetattr(terminal, &settings) == 0, "A pseudo-terminal has settings.")
        return settings.c_lflag
    }

    /// A byte no program writes.
    private static let endMark: UInt8 = 0

    /// Bytes written to the screen so far. The system delivers them with a delay, so a mark is written after them
    /// and awaited.
    func screenBytes() -> String {
        var mark = PseudoTerminal.endMark
        write(terminal, &mark, 1)
        var bytes: [UInt8] = []
        var entry = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
        while bytes.last != PseudoTerminal.endMark, poll(&entry, 1, Int32(WaitLimit.milliseconds)) > 0 {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(user, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        if bytes.last == PseudoTerminal.endMark { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(write(user, bytes, bytes.count) == bytes.count, "A few keys fit into a terminal.")
    }
}
