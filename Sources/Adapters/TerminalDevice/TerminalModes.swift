/// The commands that switch a terminal between a shell and a window, for terminals of this process and for those
/// behind a connection (ECMA-48 and xterm's private modes).
package enum TerminalModes {
    /// The alternate screen, no cursor, no wrapping, marks around pasted text, plain style.
    package static let entering = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m".utf8)
    /// Reports of buttons, drags with a button down and the focus, in the form without a largest column (xterm's modes
    /// 1000, 1002, 1004 and 1006).
    package static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1004h\u{1B}[?1006h".utf8)
    package static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?1002l\u{1B}[?1000l".utf8)
    /// Switches off everything that the other commands switch on, and shows the main screen.
    package static let restoring = TerminalRescue.restoringBytes.withUTF8Buffer(Array.init)
}
