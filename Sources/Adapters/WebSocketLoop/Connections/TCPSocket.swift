import Glibc

/// Settings and state of a connection's socket.
enum TCPSocket {
    /// Bytes the kernel takes beyond the space that the peer has. The kernel by itself would take megabytes. A peer that
    /// stops reading would then cost this memory and would not count as choked. Later it would read minutes of old
    /// positions.
    private static let unsentBytes: Int32 = 16_384

    static func limitUnsent(_ descriptor: Int32) {
        set(TCP_NOTSENT_LOWAT, to: unsentBytes, on: descriptor)
    }

    /// Makes the kernel send small messages at once: page turns need a short delay.
    static func disableNagle(_ descriptor: Int32) {
        set(TCP_NODELAY, to: 1, on: descriptor)
    }

    /// Whether the peer has ended its half, or all of it.
    static func hasHungUp(_ descriptor: Int32) -> Bool {
        // POLLRDHUP of Linux, which the C library only declares for GNU sources: the peer has ended its half.
        let hangUp: Int16 = 0x2000
        var query = pollfd(fd: descriptor, events: hangUp, revents: 0)
        return poll(&query, 1, 0) > 0 && query.revents & (hangUp | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }

    private static func set(_ option: Int32, to value: Int32, on descriptor: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
