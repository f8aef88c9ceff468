import Glibc

/// The terminal somebody sits at: raw keys in, bytes for the screen out, and everything as before when it is over.
///
/// Not for several threads at once. Whoever creates it calls `restore` before leaving; should the process end without
/// that, by `exit` or by a fatal signal, the terminal is restored all the same.
package final class TerminalDevice {
    package let input: Int32
    package let output: Int32
    private let closesDescriptors: Bool
    /// Whether the screen is ours and the keys come raw.
    package private(set) var isEntered = false

    private static let enteringBytes = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m"
    /// Buttons, drags with a button down, the focus, all in the form that knows no largest column (xterm's modes 1000,
    /// 1002, 1004 and 1006).
    private static let mouseOnBytes = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1004h\u{1B}[?1006h"
    private static let mouseOffBytes = "\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?1002l\u{1B}[?1000l"

    /// Whether the mouse is told of as long as the terminal is taken.
    package private(set) var hasMouse = false

    /// Uses descriptors that are open and stay the caller's.
    package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(TerminalError) {
        for descriptor in [input, output] where !TerminalDevice.isTerminal(descriptor) {
            throw .notATerminal(descriptor: descriptor)
        }
        self.input = input
        self.output = output
        closesDescriptors = false
    }

    /// Opens a terminal by its name; `/dev/tty` is the one that controls the process, whatever is redirected.
    package init(path: String) throws(TerminalError) {
        let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(call: "open \(path)", code: errno) }
        guard TerminalDevice.isTerminal(descriptor) else {
            close(descriptor)
            throw .notATerminal(descriptor: descriptor)
        }
        input = descriptor
        output = descriptor
        closesDescriptors = true
    }

    deinit {
        if isEntered { TerminalRescue.restore() }
        if closesDescriptors { close(input) }
    }

    /// Whether somebody may sit at the descriptor.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size in cells as it is now; nil where the terminal does not say.
    package var size: TerminalSize? {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes the terminal: raw mode, alternate screen, no cursor, no wrapping at the right edge.
    ///
    /// Keys such as Ctrl-C and Ctrl-Z come as bytes from now on. Does nothing when it is taken already.
    package func enter() throws(TerminalError) {
        guard !isEntered else { return }
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { throw .failed(call: "tcgetattr", code: errno) }
        guard TerminalRescue.arm(input: input, output: output, settings: settings) else { throw .anotherIsInUse }
        isEntered = true
        do throws(TerminalError) {
            try setRaw(from: settings)
            try write(Array(TerminalDevice.enteringBytes.utf8))
            if hasMouse { try write(Array(TerminalDevice.mouseOnBytes.utf8)) }
        } catch {
            restore()
            throw error
        }
    }

    /// Has the mouse told of, or no longer; also of a terminal that is taken only later. The terminal's own way to
    /// select text rests meanwhile.
    package func setMouse(_ on: Bool) throws(TerminalError) {
        guard on != hasMouse else { return }
        hasMouse = on
        guard isEntered else { return }
        try write(Array((on ? TerminalDevice.mouseOnBytes : TerminalDevice.mouseOffBytes).utf8))
    }

    /// Gives the terminal back as it was; `enter` may follow, as after a suspension. A second call does nothing.
    package func restore() {
        guard isEntered else { return }
        isEntered = false
        TerminalRescue.restore()
    }

    /// Writes all bytes; see `Descriptor.write`.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        try Descriptor.write(bytes, to: output)
    }

    /// Reads the keys that are there, as bytes; see `Descriptor.read`.
    package func read() throws(TerminalError) -> Descriptor.Reading {
        try Descriptor.read(input)
    }

    private func setRaw(from settings: termios) throws(TerminalError) {
        var raw = settings
        cfmakeraw(&raw)
        while tcsetattr(input, TCSANOW, &raw) != 0 {
            guard errno == EINTR else { throw .failed(call: "tcsetattr", code: errno) }
        }
    }
}

extension TerminalDevice {
    /// Gives the terminal back and stops the process as Ctrl-Z does; returns when it is continued, the terminal still
    /// given back. Where nobody could continue it, it is not stopped.
    ///
    /// `SIGTSTP` may be blocked, as it is while it waits at a descriptor.
    package func suspend() {
        restore()
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // Raised while it is blocked it waits for the unblocking, and the process stops there.
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        raise(SIGTSTP)
        var open = before
        sigdelset(&open, SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &open, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Takes the terminal again after another program has had it, or may have: all modes are set once more.
    package func retake() throws(TerminalError) {
        restore()
        try enter()
    }
}

/// The size of a terminal in cells.
package struct TerminalSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
