import Foundation
import Glibc

/// The way between a terminal and the server, which can be cut and mended.
///
/// `@unchecked Sendable`: everything mutable is touched only while `lock` is held.
final class Cable: @unchecked Sendable {
    let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var sockets: Set<Int32> = []
    private var isCut = false

    init(to server: UInt16) throws {
        self.server = server
        let listener = Cable.socket()
        self.listener = listener
        var address = Cable.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16 = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = listen(listener, 8)
                _ = getsockname(listener, $0, &length)
            }
            return UInt16(bigEndian: $0.pointee.sin_port)
        }
        self.port = port
        Thread { [self] in serve() }.start()
    }

    /// Breaks all connections; new ones break at once until it is mended.
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
            let upstream = Cable.socket()
            guard !lock.withLock({ isCut }), Cable.connect(upstream, port: server) else {
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

    private static func socket() -> Int32 {
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func connect(_ socket: Int32, port: UInt16) -> Bool {
        var address = loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
