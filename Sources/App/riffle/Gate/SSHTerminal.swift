import SSHGate
import SSHTransport
import Support
import TerminalDevice
import TerminalView

/// The output of one SSH channel: a queue of at most one picture, and the bytes that the client typed.
final class SSHStream {
    private let session: SSHSession
    private var queue = PictureQueue()
    private var typed: [UInt8] = []
    private var isEnded = false
    /// Bytes of the picture that was refused since the last flush that found room for it.
    private var refusedBytes: Int?

    init(_ session: SSHSession) {
        self.session = session
    }

    /// Whether output waits for the client.
    var isWaiting: Bool { refusedBytes != nil || !queue.isEmpty }

    /// Whether all output that was accepted has left.
    var isSent: Bool { queue.isEmpty }

    /// Whether text written now goes out now.
    var isReady: Bool {
        let isReady = queue.isEmpty && session.takes(1)
        if !isReady { refusedBytes = 1 }
        return isReady
    }

    func receive(_ bytes: [UInt8]) { typed += bytes }

    func endInput() { isEnded = true }

    func read() -> Descriptor.Reading {
        defer { typed = [] }
        return typed.isEmpty ? (isEnded ? .ended : .nothing) : .bytes(typed)
    }

    func add(_ bytes: [UInt8]) { queue.add(modes: bytes) }

    func take(_ picture: [UInt8]) -> Bool {
        let isTaken = queue.take(picture, takes: session.takes, write: session.write)
        refusedBytes = isTaken ? nil : picture.count
        return isTaken
    }

    /// Sends what waits; true when a picture was refused and another one may be taken now.
    func flush() -> Bool {
        queue.flush(takes: session.takes, write: session.write)
        guard let count = refusedBytes, queue.isEmpty, session.takes(count) else { return false }
        refusedBytes = nil
        return true
    }

    func writeError(_ bytes: [UInt8]) { session.writeError(bytes) }
}

/// The terminal of somebody who came by SSH.
final class SSHTerminal: ScreenDevice {
    private let stream: SSHStream
    private(set) var isEntered = false
    private var hasMouse = false
    private var cells: TerminalSize

    init(_ stream: SSHStream, columns: Int, rows: Int) {
        self.stream = stream
        cells = SSHTerminal.size(columns, rows)
    }

    private static func size(_ columns: Int, _ rows: Int) -> TerminalSize {
        let limited = TerminalBounds.limited(columns: columns, rows: rows)
        return TerminalSize(columns: limited.columns, rows: limited.rows)
    }

    var size: TerminalSize? { cells }

    func resize(columns: Int, rows: Int) { cells = SSHTerminal.size(columns, rows) }

    func enter() {
        guard !isEntered else { return }
        isEntered = true
        stream.add(TerminalModes.entering + (hasMouse ? TerminalModes.mouseOn : []))
    }

    func take(_ picture: [UInt8]) -> Bool { stream.take(picture) }

    func read() -> Descriptor.Reading { stream.read() }

    func setMouse(_ on: Bool) {
        guard on != hasMouse else { return }
        hasMouse = on
        if isEntered { stream.add(on ? TerminalModes.mouseOn : TerminalModes.mouseOff) }
    }

    /// There is no process to stop: the client's own keys do that.
    func suspend() {}

    func retake() {
        restore()
        enter()
    }

    func restore() {
        guard isEntered else { return }
        isEntered = false
        stream.add(TerminalModes.restoring)
    }
}

/// Plain text for a client without a terminal, or with one that cannot move its cursor.
final class SSHText: TextDevice {
    private let stream: SSHStream
    private let lineEnd: String

    /// - Parameter isTerminal: whether lines end with a carriage return as well.
    init(_ stream: SSHStream, isTerminal: Bool) {
        self.stream = stream
        lineEnd = isTerminal ? "\r\n" : "\n"
    }

    var isReady: Bool { stream.isReady }

    func print(_ text: String) { stream.add(bytes(text)) }

    func printError(_ line: String) { stream.writeError(bytes(line)) }

    /// A client that sends nothing, such as one with closed input, still follows.
    func read() -> Descriptor.Reading {
        let reading = stream.read()
        return reading == .ended ? .nothing : reading
    }

    private func bytes(_ text: String) -> [UInt8] {
        Array((text.printableOutput + "\n").replacing("\n", with: lineEnd).utf8)
    }
}
