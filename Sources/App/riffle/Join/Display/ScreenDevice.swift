import TerminalDevice

/// A terminal that a window is drawn on: that of this process, or one behind a connection.
protocol ScreenDevice: AnyObject {
    /// Whether the window has taken over the terminal.
    var isEntered: Bool { get }
    /// The size in cells; nil when the terminal does not report one.
    var size: TerminalSize? { get }
    func enter() throws(TerminalError)
    /// Writes a picture; false when the terminal cannot take it now, and nothing was written.
    func take(_ picture: [UInt8]) throws(TerminalError) -> Bool
    func read() throws(TerminalError) -> Descriptor.Reading
    /// Switches reports of the mouse on or off, now or at the next `enter`.
    func setMouse(_ on: Bool) throws(TerminalError)
    /// Stops the process where it has a terminal to return to.
    func suspend()
    /// Enters the terminal again after another program has used it.
    func retake() throws(TerminalError)
    func restore()
}

extension TerminalDevice: ScreenDevice {
    /// The kernel takes all bytes, or the write waits.
    func take(_ picture: [UInt8]) throws(TerminalError) -> Bool {
        try write(picture)
        return true
    }
}

/// A device for plain text: the standard streams of this process, or a connection.
protocol TextDevice: AnyObject {
    /// Whether text written now does not wait behind earlier text.
    var isReady: Bool { get }
    func print(_ text: String)
    /// Prints a message that is no part of the pages.
    func printError(_ line: String)
    func read() throws(TerminalError) -> Descriptor.Reading
}

/// The standard streams as a device for plain text.
final class StandardText: TextDevice {
    /// A pipe takes all text, or the write waits.
    var isReady: Bool { true }

    func print(_ text: String) { StandardStreams.print(text) }

    func printError(_ line: String) { StandardStreams.printError(line) }

    func read() throws(TerminalError) -> Descriptor.Reading { try Descriptor.read(0) }
}
