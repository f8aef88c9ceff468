import Glibc
import TestSupport
import Testing

@testable import TerminalDevice

/// Calls itself that often, with work left to do behind each call.
private func depth(ofDescentTo level: Int) -> Int {
    guard level > 0 else { return 0 }
    let below = depth(ofDescentTo: level - 1)
    return below.isMultiple(of: 2) ? below + 1 : below + level
}

extension TerminalDeviceTests {
    /// Another process enters the terminal and ends in each way; this one checks the terminal's settings.
    @Suite(.serialized) struct TerminalRescueTests {
        private func check(_ pty: PseudoTerminal, _ before: [UInt8]) {
            #expect(pty.settings == before)
            let screen = pty.screenBytes()
            #expect(screen.hasPrefix("\u{1B}[?1049h"))
            #expect(screen.hasSuffix("\u{1B}[?1000l\u{1B}[0m\u{1B}[r\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
            #expect(screen.split(separator: "\u{1B}[?1049l", omittingEmptySubsequences: false).count == 2)
        }

        @Test(
            .disabled(if: Sanitizer.isOn, "a sanitizer ends the process in its own way"),
            arguments: [SIGSEGV, SIGTRAP, SIGABRT, SIGILL, SIGBUS, SIGFPE])
        func aFatalSignal(signal: Int32) async {
            let pty = PseudoTerminal()
            let (path, before) = (pty.path, pty.settings)
            await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
                let device = try TerminalDevice(path: path)
                try device.enter()
                // A thread of a pool may have SIGABRT blocked; `abort` lets it through.
                if signal == SIGABRT { abort() }
                raise(signal)
            }
            check(pty, before)
        }

        @Test func aTrapOfTheLanguage() async {
            let pty = PseudoTerminal()
            let (path, before) = (pty.path, pty.settings)
            await #expect(processExitsWith: .failure) { [path = path as String] in
                let device = try TerminalDevice(path: path)
                try device.enter()
                preconditionFailure("as when something is broken")
            }
            check(pty, before)
        }

        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer ends the process in its own way")) func anOverflowOfTheStack()
            async
        {
            let pty = PseudoTerminal()
            let (path, before) = (pty.path, pty.settings)
            await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
                let device = try TerminalDevice(path: path)
                try device.enter()
                print(depth(ofDescentTo: Int.max))
            }
            check(pty, before)
        }

        @Test func anExit() async {
            let pty = PseudoTerminal()
            let (path, before) = (pty.path, pty.settings)
            await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
                let device = try TerminalDevice(path: path)
                try device.enter()
                withExtendedLifetime(device) { exit(7) }
            }
            check(pty, before)
        }
    }
}
