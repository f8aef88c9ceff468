import Foundation
import Glibc
import TestPeers

/// A proxy between a terminal and the server that can be cut and repaired.
///
/// `@unchecked Sendable`: everything mutable is touched only while `lock` is held.
final class BreakableLink: @unchecked Sendable {
    let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var sockets: Set<Int32> = []
    private var isCut = false

    init(to server: UInt16) throws {
        self.server = server
        (listener, port) = try Loopback.listener()
        Thread { [self] in serve() }.start()
    }

    /// Breaks all connections. New ones break at once until `mend`.
    func cut() {
        lock.withLock {
            isCut = true
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func mend() { lock.withLock { isCut = false } }

    func end() {
        cut()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let upstream = Loopback.socket()
            guard !lock.withLock({ isCut }), (try? Loopback.connect(upstream, port: server)) != nil else {
                close(client)
                close(upstream)
                continue
            }
            lock.withLock { sockets.formUnion([client, upstream]) }
            Thread { [self] in pump(client, upstream) }.start()
        }
        close(listener)
    }

    /// Carries both ways until one end is closed.
    private func pump(_ client: Int32, _ upstream: Int32) {
        var entries = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        carrying: while poll(&entries, 2, -1) > 0 {
            for (place, entry) in entries.enumerated() where entry.revents != 0 {
                let count = read(entry.fd, &buffer, buffer.count)
                guard count > 0, send(entries[1 - place].fd, buffer, count, Int32(MSG_NOSIGNAL)) == count
                else { break carrying }
            }
        }
        lock.withLock {
            for socket in [client, upstream] {
                sockets.remove(socket)
                close(socket)
            }
        }
    }
}
