import Foundation
import Glibc

/// A terminal with somebody at it: a program runs in a pseudo-terminal, keys and the mouse go in, and what it writes
/// is shown by a model terminal. The caller that opens one must end it.
///
/// `@unchecked Sendable`: everything below `condition` is touched only while it is locked; the device is constant.
package final class Terminal: @unchecked Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    private let name: String
    private let device: PseudoDevice
    /// The program that was started.
    package let process: Int32
    /// The terminal's settings before anybody used it.
    package let settingsBefore: [UInt8]
    private let condition = NSCondition()
    private var model: ModelTerminal
    /// The pictures that each lookout has not looked at yet, by the lookout's number.
    private var lookouts: [Int: [ModelTerminal]] = [:]
    private var lookoutCount = 0
    private var written: [UInt8] = []
    private var status: Int32?
    /// Whether all that the program wrote before its end is on the screen.
    private var isRead = false
    private var isSilent = false

    /// Runs `words`, the first of which is a path, on a terminal of this size.
    package init(
        _ words: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        scaling: ModelTerminal.Scaling = .unknown
    ) throws {
        name = words.joined(separator: " ")
        device = PseudoDevice(columns: columns, rows: rows)
        settingsBefore = device.settings
        model = ModelTerminal(freshWithColumns: columns, rows: rows)
        model.scaling = scaling
        let own = ["NO_COLOR", "ENV", "KITTY_WINDOW_ID", "XTERM_VERSION", "TMUX", "STY"]
        var variables = ProcessInfo.processInfo.environment.filter { !own.contains($0.key) }
        variables["TERM"] = "xterm-256color"
        // Pictures do not depend on where tests run.
        variables["LC_ALL"] = "C"
        variables["XDG_CONFIG_HOME"] = "/nonexistent"
        // A developer may want to see where a test crashed; a program on a terminal just ends.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { _, new in new }
        process = try device.spawn(words, environment: variables.map { "\($0.key)=\($0.value)" })
        Thread { [self] in readScreen() }.start()
        Thread { [self] in awaitEnd() }.start()
    }

    private func readScreen() {
        while let bytes = device.read() {
            condition.withLock {
                let isLast = bytes.last == PseudoDevice.endMark
                let text = isLast ? Array(bytes.dropLast()) : bytes
                model.write(text)
                device.write(model.takeAnswers())
                for number in lookouts.keys { lookouts[number]?.append(model) }
                written += text
                isRead = isRead || isLast
                condition.broadcast()
            }
        }
        condition.withLock {
            isSilent = true
            condition.broadcast()
        }
    }

    private func awaitEnd() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        device.markEnd()
        condition.withLock {
            self.status = status
            condition.broadcast()
        }
    }

    /// The present content of the screen.
    package var screen: ModelTerminal { condition.withLock { model } }

    /// The processes this program has started and not buried, by their numbers.
    package var children: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { child in
            // The name in brackets may hold anything; behind it come the state and the parent.
            guard let text = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return false }
            let fields = text[end...].split(separator: " ")
            return fields.count > 2 && fields[1] != "Z" && Int32(fields[2]) == process
        }
    }

    /// All bytes the program has written.
    package var bytesWritten: [UInt8] { condition.withLock { written } }

    /// Everything that is on the screen from now on, also for a moment only. Begun before the deed that causes it, it
    /// misses nothing, however late the test's own thread looks.
    package final class Lookout {
        private let terminal: Terminal
        private let number: Int

        fileprivate init(_ terminal: Terminal) {
            self.terminal = terminal
            number = terminal.condition.withLock {
                terminal.lookoutCount += 1
                terminal.lookouts[terminal.lookoutCount] = [terminal.model]
                return terminal.lookoutCount
            }
        }

        deinit { terminal.condition.withLock { _ = terminal.lookouts.removeValue(forKey: number) } }

        /// The first picture that is as wanted and has not been passed by.
        @discardableResult
        package func wait(_ what: String, until isWanted: (ModelTerminal) -> Bool) throws -> ModelTerminal {
            try terminal.look(number, what, until: isWanted)
        }

        /// Waits until this text stands on the screen, or all of these.
        @discardableResult
        package func wait(for texts: String...) throws -> ModelTerminal {
            try wait("\(texts)") { screen in texts.allSatisfy(screen.shows) }
        }
    }

    package func lookout() -> Lookout { Lookout(self) }

    private func look(
        _ number: Int, _ what: String, until isWanted: (ModelTerminal) -> Bool
    ) throws -> ModelTerminal {
        let deadline = WaitLimit.deadline
        return try condition.withLock {
            var isOver = false
            while true {
                let pictures = lookouts[number] ?? []
                if let place = pictures.firstIndex(where: isWanted) {
                    lookouts[number]?.removeFirst(place)
                    if let failure = model.failures.first { throw Failure(description: "\(name): \(failure)") }
                    return pictures[place]
                }
                lookouts[number] = []
                guard !isOver else {
                    let state = ProcessState.text(of: process)
                    throw Failure(
                        description:
                            "\(name): waited for \(what); \(written.count) bytes came, there was\n\(picture)\n\(state)")
                }
                isOver = !condition.wait(until: deadline)
            }
        }
    }

    /// Waits for a screen that is as wanted, from now on, and returns it.
    @discardableResult
    package func wait(_ what: String, until isWanted: (ModelTerminal) -> Bool) throws -> ModelTerminal {
        try lookout().wait(what, until: isWanted)
    }

    /// Waits until this text stands on the screen, or all of these.
    @discardableResult
    package func wait(for texts: String...) throws -> ModelTerminal {
        try wait("\(texts)") { screen in texts.allSatisfy(screen.shows) }
    }

    /// Waits until this text is no longer on the screen.
    @discardableResult
    package func wait(without text: String) throws -> ModelTerminal {
        try wait("no \(text)") { !$0.shows(text) }
    }

    /// Gives the program a moment to answer the last keys; whether it does is not asked.
    package func pause(seconds: Double) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.withLock {
            let before = written.count
            while written.count == before { guard condition.wait(until: deadline) else { return } }
        }
    }

    /// Waits until nothing has been written to the screen for so long, as while a hand stands still.
    package func rest(seconds: Double) {
        condition.withLock {
            var before = -1
            while written.count != before {
                before = written.count
                let deadline = Date(timeIntervalSinceNow: seconds)
                while written.count == before, condition.wait(until: deadline) {}
            }
        }
    }

    /// How the program ended: its exit code, negative for a signal.
    package func exitCode(withinSeconds seconds: Double = WaitLimit.seconds) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return try condition.withLock {
            while true {
                if let status, isRead { return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F) }
                guard condition.wait(until: deadline) else {
                    throw Failure(description: "\(name) does not end; there is\n\(picture)")
                }
            }
        }
    }

    private var picture: String { model.lines.map { "|" + $0 }.joined(separator: "\n") }

    /// The terminal's settings (`tcgetattr`), every byte.
    package var settings: [UInt8] { device.settings }

    package func type(_ text: String) { device.write(Array(text.utf8)) }

    package func resize(columns: Int, rows: Int) {
        condition.withLock { model.resize(columns: columns, rows: rows) }
        device.resize(columns: columns, rows: rows)
    }

    /// To the program that was started; `toForeground` to the one that has the keys, where a shell was started.
    package func signal(_ number: Int32, toForeground: Bool = false) {
        condition.withLock { if status == nil { kill(toForeground ? -device.foreground : process, number) } }
    }

    /// Ends the program if it still runs, as a window that is closed does.
    package func end() {
        signal(SIGHUP)
        if (try? exitCode(withinSeconds: 5)) == nil {
            signal(SIGKILL)
            _ = try? exitCode(withinSeconds: 5)
        }
        device.closeTerminal()
        // A child of the program may still have the terminal; then its last words are not waited for.
        let deadline = Date(timeIntervalSinceNow: 2)
        condition.withLock { while !isSilent { guard condition.wait(until: deadline) else { return } } }
    }
}

extension ModelTerminal {
    package func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
