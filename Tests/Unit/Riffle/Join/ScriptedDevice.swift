import TerminalDevice

@testable import riffle

/// A terminal that keeps what it is sent, and answers what a test says.
class ScriptedDevice: ScreenDevice {
    private(set) var isEntered = false
    private(set) var written: [UInt8] = []
    var typed: [UInt8] = []
    var size: TerminalSize? = TerminalSize(columns: 60, rows: 20)

    func enter() { isEntered = true }
    func take(_ picture: [UInt8]) -> Bool {
        written += picture
        return true
    }
    func read() -> Descriptor.Reading {
        defer { typed = [] }
        return typed.isEmpty ? .nothing : .bytes(typed)
    }
    func setMouse(_ on: Bool) {}
    func suspend() {}
    func retake() {}
    func restore() { isEntered = false }

    /// The text written since the last call.
    func text() -> String {
        defer { written = [] }
        return String(decoding: written, as: UTF8.self)
    }
}
