import Glibc
import Testing

@testable import TerminalDevice

@Suite struct SignalDescriptorTests {
    /// In a separate process, so that other tests do not get its signals.
    @Test func signalsWaitAtTheDescriptor() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let signals = try SignalDescriptor([SIGTERM, SIGWINCH, SIGUSR1])
            guard try signals.read().isEmpty else { exit(1) }
            raise(SIGTERM)
            raise(SIGWINCH)
            raise(SIGWINCH)
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 60_000) == 1 else { exit(2) }
            guard try signals.read().sorted() == [SIGTERM, SIGWINCH] else { exit(3) }
            guard try signals.read().isEmpty else { exit(4) }
            exit(0)
        }
    }

    @Test func othersStillStrike() async {
        await #expect(processExitsWith: .signal(SIGUSR2)) {
            // A thread of a pool may have it blocked from the beginning.
            var other = sigset_t()
            sigemptyset(&other)
            sigaddset(&other, SIGUSR2)
            pthread_sigmask(SIG_UNBLOCK, &other, nil)
            let signals = try SignalDescriptor([SIGUSR1])
            raise(SIGUSR2)
            withExtendedLifetime(signals) {}
        }
    }

    @Test func aNumberThatIsNoSignalIsRefused() {
        #expect(throws: TerminalError.failed(call: "sigaddset", code: EINVAL)) { try SignalDescriptor([999]) }
    }
}
