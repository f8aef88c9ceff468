import Foundation
import Glibc
import TestPeers

/// A blocking TCP connection with nothing in between; closed when nothing refers to it.
///
/// `@unchecked Sendable`: the descriptor is constant and the kernel's calls on it may come from any thread.
final class RawSocket: @unchecked Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// - Parameter narrow: with the smallest buffers there are, so that the other side soon cannot go on writing.
    /// - Parameter host: the address to connect from, `127.x.x.x`.
    init(port: UInt16, narrow: Bool = false, from host: [UInt8]? = nil) throws {
        descriptor = Loopback.socket()
        if let host { try Loopback.bind(descriptor, to: host) }
        if narrow { Loopback.narrow(descriptor) }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        try Loopback.connect(descriptor, port: port)
    }

    private func set(_ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The next bytes, empty at the end of the stream, nil when time is up.
    func read(before deadline: Date = .distantFuture) -> [UInt8]? {
        let seconds = min(max(deadline.timeIntervalSinceNow, 0), 1_000_000)
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(seconds * 1_000)) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : []
    }

    /// Writes everything; false when the other side is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends the connection both ways; somebody reading it gets its end.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
