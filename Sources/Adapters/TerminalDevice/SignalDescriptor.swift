import Glibc

/// Signals as something to poll: they wait at a descriptor instead of interrupting the process (Linux, signalfd).
///
/// To be created before any thread is started, since threads inherit which signals are blocked; the signals stay
/// blocked when it goes.
package final class SignalDescriptor {
    /// Readable while a signal waits; it never blocks.
    package let descriptor: Int32

    /// The kernel's `struct signalfd_siginfo`: 128 bytes, of which the first four are the number.
    private static let recordBytes = 128
    /// Records taken by one read; the rest stays readable.
    private static let records = 16

    private typealias Open = @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32

    /// Blocks `signals` in the calling thread, and in those it will start, and opens a descriptor for them.
    package init(_ signals: [Int32]) throws(TerminalError) {
        // Swift's view of glibc leaves <sys/signalfd.h> out, so the function is looked up by its name; its type is
        // that of signalfd(2), and SFD_CLOEXEC and SFD_NONBLOCK are the open flags of the same name.
        guard let symbol = dlsym(nil, "signalfd") else { throw .failed(call: "signalfd", code: ENOSYS) }
        let open = unsafeBitCast(symbol, to: Open.self)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals {
            guard sigaddset(&set, signal) == 0 else { throw .failed(call: "sigaddset", code: errno) }
        }
        let code = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw .failed(call: "pthread_sigmask", code: code) }
        descriptor = open(-1, &set, O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(call: "signalfd", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The numbers of the signals that came since the last call, none when none did.
    package func read() throws(TerminalError) -> [Int32] {
        let limit = SignalDescriptor.recordBytes * SignalDescriptor.records
        guard case .bytes(let bytes) = try Descriptor.read(descriptor, limit: limit) else { return [] }
        return stride(from: 0, to: bytes.count, by: SignalDescriptor.recordBytes).map { start in
            bytes.withUnsafeBytes { Int32($0.loadUnaligned(fromByteOffset: start, as: UInt32.self)) }
        }
    }
}
