import Glibc
import TestPeers
import Testing

@testable import TerminalDevice

/// One after the other: a process can have one terminal at a time.
@Suite(.serialized) struct TerminalDeviceTests {
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?1002l\u{1B}[?1000l"
    private static let restoring = "\u{1B}[?2004l" + mouseOff + "\u{1B}[0m\u{1B}[r\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private func device(on pty: PseudoTerminal) throws -> TerminalDevice {
        try TerminalDevice(input: pty.terminal, output: pty.terminal)
    }

    @Test func enteringTakesTheTerminalAndRestoringGivesItBackByteForByte() throws {
        let pty = PseudoTerminal()
        let before = pty.settings
        let device = try device(on: pty)
        try device.enter()
        #expect(pty.settings != before)
        #expect(pty.localFlags & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(pty.screenBytes() == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m")
        device.restore()
        #expect(pty.settings == before)
        #expect(pty.screenBytes() == Self.restoring)
    }

    @Test func eachEnteringIsRestoredOnce() throws {
        let pty = PseudoTerminal()
        let before = pty.settings
        let device = try device(on: pty)
        for _ in 0..<3 {
            try device.enter()
            try device.enter()
            _ = pty.screenBytes()
            device.restore()
            device.restore()
            TerminalRescue.restore()
            #expect(pty.screenBytes() == Self.restoring)
            #expect(pty.settings == before)
        }
    }

    @Test func aDeviceThatGoesAwayRestores() throws {
        let pty = PseudoTerminal()
        let before = pty.settings
        do {
            let device = try TerminalDevice(path: pty.path)
            try device.enter()
            #expect(pty.settings != before)
        }
        #expect(pty.settings == before)
        #expect(pty.screenBytes().hasSuffix(Self.restoring))
    }

    @Test func oneTerminalAtATime() throws {
        let (first, second) = (PseudoTerminal(), PseudoTerminal())
        let before = second.settings
        let (one, two) = (try device(on: first), try device(on: second))
        try one.enter()
        #expect(throws: TerminalError.anotherIsInUse) { try two.enter() }
        #expect(second.settings == before)
        two.restore()
        #expect(first.settings != before)
        one.restore()
        try two.enter()
        two.restore()
        #expect(second.settings == before)
    }

    @Test func sizeIsSeenAndSoAreItsChanges() throws {
        let pty = PseudoTerminal(columns: 80, rows: 24)
        let device = try device(on: pty)
        #expect(device.size == TerminalSize(columns: 80, rows: 24))
        pty.resize(columns: 120, rows: 40)
        #expect(device.size == TerminalSize(columns: 120, rows: 40))
        pty.resize(columns: 0, rows: 0)
        #expect(device.size == nil)
    }

    @Test func theMouseIsSwitchedOnWithTheTerminalAndOffOnEveryWayOut() throws {
        let pty = PseudoTerminal()
        let device = try device(on: pty)
        try device.setMouse(true)
        #expect(pty.screenBytes().isEmpty, "the terminal is not entered yet")
        try device.enter()
        #expect(pty.screenBytes().hasSuffix("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1004h\u{1B}[?1006h"))
        try device.setMouse(false)
        #expect(pty.screenBytes() == Self.mouseOff)
        try device.setMouse(true)
        device.restore()
        #expect(pty.screenBytes().hasSuffix(Self.restoring))
        try device.enter()
        #expect(pty.screenBytes().hasSuffix("\u{1B}[?1006h"), "as after a suspension")
        device.restore()
    }

    @Test func aSuspendedProcessGivesTheTerminalBackAndTakesItAgain() async {
        let pty = PseudoTerminal()
        let (path, before) = (pty.path, pty.settings)
        await #expect(processExitsWith: .exitCode(3)) { [path = path as String] in
            // This signal does not stop a process that no shell can continue: the call returns at once.
            guard setsid() >= 0 else { exit(2) }
            let device = try TerminalDevice(path: path)
            try device.enter()
            device.suspend()
            guard !device.isEntered else { exit(1) }
            try device.enter()
            withExtendedLifetime(device) { exit(3) }
        }
        #expect(pty.settings == before)
        #expect(pty.screenBytes().split(separator: "\u{1B}[?1049h").count == 2)
    }

    @Test func keysArriveRaw() throws {
        let pty = PseudoTerminal()
        let device = try device(on: pty)
        try device.enter()
        defer { device.restore() }
        pty.type("q\u{3}\r\u{1B}[A")
        let keys = Array("q\u{3}\r\u{1B}[A".utf8)
        var bytes: [UInt8] = []
        // The system delivers keys with a delay.
        try eventually("\(keys)", instead: "\(bytes)") {
            if case .bytes(let piece) = try device.read() { bytes += piece }
            return bytes.count >= keys.count
        }
        #expect(bytes == keys)
    }

    @Test func bytesReachTheScreenUnchanged() throws {
        let pty = PseudoTerminal()
        let device = try device(on: pty)
        try device.enter()
        defer { device.restore() }
        _ = pty.screenBytes()
        try device.write(Array("a\nb\r\t你".utf8))
        #expect(pty.screenBytes() == "a\nb\r\t你")
    }

    @Test func aTerminalThatHangsUpIsAnErrorAndAnEnd() throws {
        let pty = PseudoTerminal()
        let device = try device(on: pty)
        try device.enter()
        pty.hangUp()
        #expect(throws: TerminalError.hungUp) { try device.write([65]) }
        #expect(try device.read() == .ended)
        device.restore()
    }

    @Test func aDescriptorThatIsNoTerminalIsRefused() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        #expect(throws: TerminalError.notATerminal(descriptor: ends[0])) {
            try TerminalDevice(input: ends[0], output: ends[1])
        }
        #expect(throws: TerminalError.notATerminal(descriptor: -1)) { try TerminalDevice(input: -1) }
        #expect(!TerminalDevice.isTerminal(ends[0]))
        let pty = PseudoTerminal()
        #expect(TerminalDevice.isTerminal(pty.terminal))
        #expect(throws: TerminalError.self) { try TerminalDevice(path: "/dev/null") }
        #expect(throws: TerminalError.failed(call: "open /no/where", code: ENOENT)) {
            try TerminalDevice(path: "/no/where")
        }
    }
}
