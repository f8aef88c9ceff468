import Glibc

/// Writes data to standard output and messages to standard error.
enum StandardStreams {
    static func print(_ line: String) {
        write(Array((line + "\n").utf8), to: STDOUT_FILENO)
    }

    static func say(_ line: String) {
        write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes, in several system calls if necessary. Stops when the reader is gone or the disk is full.
    ///
    /// - Returns: whether everything is written; `errno` has the reason if not.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, 1_000)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
