import Glibc
import Synchronization

/// Gives the terminal back on every way out of the process: asked for, at `exit`, and in the handler of a signal
/// that is about to kill it.
///
/// It serves one terminal at a time, and each `arm` is followed by exactly one restoration, whoever comes first.
enum TerminalRescue {
    /// No mouse and no focus reports, plain style, no margins, wrapping, a visible cursor, the main screen (ECMA-48 and xterm's
    /// private modes). Modes that were never on are switched off too: then it does not matter when a process ends.
    static let restoringBytes: StaticString =
        "\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[0m\u{1B}[r\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Signals that end a process through a fault of its own; the others are the program's to handle.
    static let fatalSignals = [SIGSEGV, SIGTRAP, SIGABRT, SIGILL, SIGBUS, SIGFPE]

    /// Remembers what to restore; false when a terminal is remembered already.
    static func arm(input: Int32, output: Int32, settings: termios) -> Bool {
        guard !isClaimed.exchange(true, ordering: .acquiring) else { return false }
        _ = installation
        record.initialize(to: Record(input: input, output: output, settings: settings))
        isArmed.store(true, ordering: .releasing)
        return true
    }

    /// Restores the remembered terminal, if there is one. Uses only calls that are safe in a signal handler.
    static func restore() {
        guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
        var rest = UnsafeRawBufferPointer(
            start: restoringBytes.utf8Start, count: restoringBytes.utf8CodeUnitCount)
        while !rest.isEmpty {
            let count = write(record.pointee.output, rest.baseAddress, rest.count)
            guard count > 0 || (count < 0 && mayTryAgain(errno)) else { break }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
        }
        withoutStopping { tcsetattr(record.pointee.input, TCSANOW, &record.pointee.settings) }
        isClaimed.store(false, ordering: .releasing)
    }

    /// Whether a write may go on after this `errno`: a terminal that takes nothing is given a tenth of a second.
    private static func mayTryAgain(_ code: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var entry = pollfd(fd: record.pointee.output, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 100) > 0
    }

    /// A process in the background may set a terminal only while `SIGTTOU` is blocked; otherwise it is stopped.
    private static func withoutStopping(_ work: () -> Int32) {
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        while work() != 0, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The handlers, put in place once: nothing but `restore` happens in them unless a terminal is remembered.
    private static let installation: Void = {
        atexit { TerminalRescue.restore() }
        useAlternateStack()
        for signal in fatalSignals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = rescue
            action.sa_flags = SA_ONSTACK
            sigemptyset(&action.sa_mask)
            sigaction(signal, &action, previousActions + Int(signal))
        }
    }()

    /// Lets this thread handle the overflow of its own stack. Another thread that overflows dies without rescue.
    private static func useAlternateStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let bytes = 1 << 16
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        stack.ss_size = bytes
        stack.ss_flags = 0
        sigaltstack(&stack, nil)
    }
}

private struct Record {
    var input: Int32
    var output: Int32
    var settings: termios
}

/// One terminal is taken; set before the record is written and cleared after it was used.
private let isClaimed = Atomic<Bool>(false)
/// The record is complete and not used yet.
private let isArmed = Atomic<Bool>(false)

/// In memory of its own, so that a signal handler needs no lock to read it. Written by whoever set `isClaimed` before
/// it sets `isArmed`, read by whoever cleared `isArmed`: never by two at once.
private nonisolated(unsafe) let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)

/// What the fatal signals did before, by number. Written once before the handlers that read it can run.
private nonisolated(unsafe) let previousActions: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
}()

/// Restores the terminal and dies of the same signal as the process would have without this handler.
private func rescue(_ signal: Int32) {
    TerminalRescue.restore()
    sigaction(signal, previousActions + Int(signal), nil)
    raise(signal)
}
