import Glibc

/// Descriptor that reports signals instead of interrupting the process (Linux, signalfd).
///
/// Create it before any thread starts, because threads inherit the blocked signals. The signals stay blocked after its
/// end.
package final class SignalDescriptor {
    /// Readable while a signal is pending; non-blocking.
    package let descriptor: Int32

    /// Size of the kernel's `struct signalfd_siginfo`, whose first four bytes are the signal's number.
    private static let recordBytes = 128
    /// Records per read; the rest stays readable.
    private static let records = 16

    private typealias Open = @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32

    /// Blocks `signals` in the calling thread and in the threads it starts later, and opens a descriptor for them.
    package init(_ signals: [Int32]) throws(TerminalError) {
        // Swift's Glibc module does not include <sys/signalfd.h>, so the function is looked up by name. Its type is
        // that of signalfd(2), and SFD_CLOEXEC and SFD_NONBLOCK equal the open flags of the same name.
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

    /// Numbers of the signals since the last call; empty when there were none.
    package func read() throws(TerminalError) -> [Int32] {
        let limit = SignalDescriptor.recordBytes * SignalDescriptor.records
        guard case .bytes(let bytes) = try Descriptor.read(descriptor, limit: limit) else { return [] }
        return stride(from: 0, to: bytes.count, by: SignalDescriptor.recordBytes).map { start in
            bytes.withUnsafeBytes { Int32($0.loadUnaligned(fromByteOffset: start, as: UInt32.self)) }
        }
    }
}
