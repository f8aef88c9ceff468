import Glibc
import Synchronization

/// Restores the terminal at every end of the process: on request, at `exit`, and in the handlers of fatal signals.
///
/// Handles one terminal at a time. Each `arm` is followed by exactly one restoration, by the first of these.
enum TerminalRescue {
    /// No mouse and no focus reports, no marks around pasted text, plain style, no margins, wrapping, a visible cursor,
    /// the main screen (ECMA-48 and xterm's private modes). Also switches off modes that were never on, so the process may end at any point.
    static let restoringBytes: StaticString =
        """
        \u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?1002l\u{1B}[?1000l\
        \u{1B}[0m\u{1B}[r\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l
        """

    /// Signals of a defect in the process. The program handles other signals.
    static let fatalSignals = [SIGSEGV, SIGTRAP, SIGABRT, SIGILL, SIGBUS, SIGFPE]

    /// Saves the settings to restore; returns false when those of another terminal are saved.
    static func arm(input: Int32, output: Int32, settings: termios) -> Bool {
        guard !isClaimed.exchange(true, ordering: .acquiring) else { return false }
        _ = installation
        record.initialize(to: Record(input: input, output: output, settings: settings))
        isArmed.store(true, ordering: .releasing)
        return true
    }

    /// Restores the saved terminal, if there is one. Uses only calls that are safe in a signal handler.
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

    /// Whether to retry a write after this `errno`. Waits up to 100 ms for a terminal that accepts no bytes.
    private static func mayTryAgain(_ code: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var entry = pollfd(fd: record.pointee.output, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 100) > 0
    }

    /// Runs `work` with `SIGTTOU` blocked: otherwise the signal stops a background process that changes a terminal.
    private static func withoutStopping(_ work: () -> Int32) {
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        while work() != 0, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Installs the handlers once. They do nothing unless a terminal is saved.
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

    /// Lets this thread handle an overflow of its stack. An overflow in another thread does not restore the terminal.
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

/// Whether a terminal is saved; set before the record is written and cleared after its use.
private let isClaimed = Atomic<Bool>(false)
/// Whether the record is complete and unused.
private let isArmed = Atomic<Bool>(false)

/// Settings to restore, on the heap, so that a signal handler can read them without a lock. The thread that set
/// `isClaimed` writes them before it sets `isArmed`; the thread that cleared `isArmed` reads them. Two threads never
/// access them at the same time.
private nonisolated(unsafe) let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)

/// Previous actions of the fatal signals, by number. Written once, before the handlers that read them can run.
private nonisolated(unsafe) let previousActions: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
}()

/// Restores the terminal and raises the signal again with its previous action, which ends the process.
private func rescue(_ signal: Int32) {
    TerminalRescue.restore()
    sigaction(signal, previousActions + Int(signal), nil)
    raise(signal)
}
