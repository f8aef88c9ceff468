import Glibc

/// Writes to the two standard streams: output is data, error is talk.
enum StandardStreams {
    static func print(_ line: String) {
        write(Array((line + "\n").utf8), to: STDOUT_FILENO)
    }

    static func say(_ line: String) {
        write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes everything, however often the kernel takes only a part; a reader that is gone ends the writing, and so
    /// does a full disk. Returns whether all is written; `errno` says why not.
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
