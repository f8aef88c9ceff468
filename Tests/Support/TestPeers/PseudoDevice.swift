import Foundation
import Glibc
import Platform

/// The two ends of a pseudo-terminal; no other process inherits them.
///
/// `@unchecked Sendable`: the numbers are constant. Only `deinit` closes `user`, and the caller of `closeTerminal()`
/// uses `terminal` no longer.
final class PseudoDevice: @unchecked Sendable {
    /// Keys go in here, and what is on the screen comes out.
    let user: Int32
    /// Kept open, so that the settings outlive the programs.
    private let terminal: Int32
    /// The terminal's name, for a program to open.
    let path: String

    // Linux's TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID. `openpty` would do, but its descriptors are inherited by
    // whatever another thread starts at that moment.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430
    fileprivate static let newSession: Int32 = 0x80

    init(columns: Int, rows: Int) {
        user = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, isLocked): (Int32, Int32) = (0, 0)
        precondition(
            user >= 0 && ioctl(user, PseudoDevice.unlock, &isLocked) == 0
                && ioctl(user, PseudoDevice.number, &number) == 0, "The system has pseudo-terminals.")
        path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        precondition(terminal >= 0, "A pseudo-terminal can be opened.")
        resize(columns: columns, rows: rows)
    }

    deinit { close(user) }

    /// Tells the programs on it, too.
    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        precondition(ioctl(user, UInt(TIOCSWINSZ), &size) == 0, "A pseudo-terminal has a size.")
    }

    /// The settings (`tcgetattr`), every byte of them.
    var settings: [UInt8] {
        var settings = termios()
        precondition(tcgetattr(terminal, &settings) == 0, "A pseudo-terminal has settings.")
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    /// The process group the keys belong to.
    var foreground: pid_t { tcgetpgrp(user) }

    /// Reads at least one byte that was written to the screen; nil when no writer is left.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(user, &bytes, bytes.count)
            if count > 0 { return Array(bytes.prefix(count)) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(user, $0.baseAddress, $0.count) }
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// A byte no program writes.
    static let endMark: UInt8 = 0

    /// Writes a byte behind everything the program has written.
    func markEnd() {
        var mark = PseudoDevice.endMark
        while Glibc.write(terminal, &mark, 1) < 0, errno == EINTR {}
    }

    /// Closes the end for programs; no program starts here afterwards. `read()` returns nil as soon as the last program
    /// has gone.
    func closeTerminal() { close(terminal) }
}

extension PseudoDevice {
    /// Starts a program that has this terminal for its own, in a session of its own as behind a window.
    func spawn(_ words: [String], environment: [String]) throws -> pid_t {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal the leader of a session opens is the session's.
        for descriptor: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(PseudoDevice.newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var texts = words.map { strdup($0) } + [nil]
        var settings = environment.map { strdup($0) } + [nil]
        defer { for text in texts + settings { free(text) } }
        var child: pid_t = 0
        let code = Process.alone { posix_spawn(&child, words[0], &actions, &attributes, &texts, &settings) }
        guard code == 0 else { throw Terminal.Failure(description: "cannot start \(words[0]): \(code)") }
        return child
    }
}
