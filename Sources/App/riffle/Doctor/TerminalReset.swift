import Glibc
import TerminalDevice

/// Resets a terminal that a program left in a wrong state.
enum TerminalReset {
    /// Switches off everything that this program switches on: colours, no wrapping, a hidden cursor, mouse and focus reports,
    /// bracketed paste, synchronized output, another character set, the other screen.
    static let bytes =
        "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1004l\u{1B}[?1006l"
        + "\u{1B}[?2004l\u{1B}[?2026l\u{1B}(B\u{1B}[?1049l\r"

    /// Resets the terminal of the first standard stream that has one, or the controlling terminal.
    ///
    /// - Returns: false without a terminal.
    static func run() -> Bool {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] where TerminalDevice.isTerminal(descriptor) {
            return reset(descriptor)
        }
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return reset(descriptor)
    }

    private static func reset(_ descriptor: Int32) -> Bool {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return false }
        makeSane(&settings)
        guard tcsetattr(descriptor, TCSADRAIN, &settings) == 0 else { return false }
        StandardStreams.write(Array(bytes.utf8), to: descriptor)
        return true
    }

    /// Does the same as `stty sane`: lines with echo and editing, signals from keys, line feeds with returns.
    static func makeSane(_ settings: inout termios) {
        settings.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
        settings.c_iflag &= ~tcflag_t(INLCR | IGNCR | ISTRIP | IGNBRK)
        settings.c_oflag |= tcflag_t(OPOST | ONLCR)
        settings.c_cflag |= tcflag_t(CREAD)
        settings.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK)
        settings.c_lflag &= ~tcflag_t(ECHONL | NOFLSH | TOSTOP)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            for (key, byte) in [(VINTR, 3), (VQUIT, 28), (VERASE, 127), (VKILL, 21), (VEOF, 4), (VSUSP, 26)] {
                keys[Int(key)] = UInt8(byte)
            }
        }
    }
}
