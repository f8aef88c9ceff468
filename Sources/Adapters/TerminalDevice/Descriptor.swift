import Glibc

/// Reads and writes bytes on a descriptor, and handles all results of the system calls.
package enum Descriptor {
    /// Result of one read.
    package enum Reading: Hashable, Sendable {
        case bytes([UInt8])
        /// No bytes at the moment.
        case nothing
        /// End of file.
        case ended
    }

    /// Reads available bytes once, up to `limit`. Waits for the first byte unless the descriptor is non-blocking.
    package static func read(_ descriptor: Int32, limit: Int = 4_096) throws(TerminalError) -> Reading {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, limit)
            failure = result < 0 ? errno : 0
            count = max(result, 0)
        }
        switch failure {
        case 0: return bytes.isEmpty ? .ended : .bytes(bytes)
        case EINTR, EAGAIN: return .nothing
        // The other end of the terminal is closed.
        case EIO: return .ended
        default: throw .failed(call: "read", code: failure)
        }
    }

    /// Writes all bytes. Waits up to `stallMilliseconds` each time the other end accepts none.
    ///
    /// The process must ignore `SIGPIPE`; otherwise the signal ends it before `hungUp` is thrown.
    package static func write(
        _ bytes: [UInt8], to descriptor: Int32, stallMilliseconds: Int32 = 1_000
    ) throws(TerminalError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                guard waitForRoom(descriptor, stallMilliseconds) else { throw .stalled(writtenBytes: written) }
            case EPIPE, EIO: throw .hungUp
            case let code: throw .failed(call: "write", code: code)
            }
        }
    }

    private static func waitForRoom(_ descriptor: Int32, _ milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            if count >= 0 { return count > 0 }
            guard errno == EINTR else { return false }
        }
    }
}
