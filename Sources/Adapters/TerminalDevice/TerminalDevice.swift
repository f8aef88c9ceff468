import Glibc

/// Terminal of the user in raw mode: reads keys, writes the screen, and restores all modes at the end.
///
/// Not safe for concurrent use. Call `restore` before the end of the process. If the process ends without it, by `exit`
/// or by a fatal signal, `TerminalRescue` restores the terminal.
package final class TerminalDevice {
    package let input: Int32
    package let output: Int32
    private let closesDescriptors: Bool
    /// Whether the terminal is in raw mode with the alternate screen.
    package private(set) var isEntered = false

    /// Whether the terminal reports the mouse while it is entered.
    package private(set) var hasMouse = false

    /// Uses open descriptors; the caller still owns them.
    package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(TerminalError) {
        for descriptor in [input, output] where !TerminalDevice.isTerminal(descriptor) {
            throw .notATerminal(descriptor: descriptor)
        }
        self.input = input
        self.output = output
        closesDescriptors = false
    }

    /// Opens a terminal by its name. `/dev/tty` is the controlling terminal of the process, also when descriptors are
    /// redirected.
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

    /// Whether the descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Present size in cells; nil when the terminal does not report one.
    package var size: TerminalSize? {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Enters raw mode and the alternate screen, hides the cursor and disables wrapping at the right edge.
    ///
    /// Keys such as Ctrl-C and Ctrl-Z then arrive as bytes. Does nothing when already entered.
    package func enter() throws(TerminalError) {
        guard !isEntered else { return }
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { throw .failed(call: "tcgetattr", code: errno) }
        guard TerminalRescue.arm(input: input, output: output, settings: settings) else { throw .anotherIsInUse }
        isEntered = true
        do throws(TerminalError) {
            try setRaw(from: settings)
            try write(TerminalModes.entering)
            if hasMouse { try write(TerminalModes.mouseOn) }
        } catch {
            restore()
            throw error
        }
    }

    /// Switches reports of the mouse on or off, now or at the next `enter`. While they are on, the terminal's text
    /// selection is off.
    package func setMouse(_ on: Bool) throws(TerminalError) {
        guard on != hasMouse else { return }
        hasMouse = on
        guard isEntered else { return }
        try write(on ? TerminalModes.mouseOn : TerminalModes.mouseOff)
    }

    /// Restores the terminal. `enter` may follow, as after a suspension. A second call does nothing.
    package func restore() {
        guard isEntered else { return }
        isEntered = false
        TerminalRescue.restore()
    }

    /// Writes all bytes; see `Descriptor.write`.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        try Descriptor.write(bytes, to: output)
    }

    /// Reads available keys as bytes; see `Descriptor.read`.
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
    /// Restores the terminal and stops the process as Ctrl-Z does. Returns when the process continues, with the
    /// terminal still restored. A process that no shell can continue is not stopped.
    ///
    /// `SIGTSTP` may be blocked, as a `SignalDescriptor` does.
    package func suspend() {
        restore()
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // A blocked signal stays pending; the process stops when it is unblocked below.
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        raise(SIGTSTP)
        var open = before
        sigdelset(&open, SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &open, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Enters the terminal again after another program has used it, or may have: sets all modes again.
    package func retake() throws(TerminalError) {
        restore()
        try enter()
    }
}

/// Size of a terminal in cells.
package struct TerminalSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
