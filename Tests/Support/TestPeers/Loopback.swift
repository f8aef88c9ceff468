import Glibc

/// Sockets of this machine alone.
package enum Loopback {
    package struct Failure: Error {
        /// The system's number of what went wrong.
        package let code: Int32
    }

    /// Whether sockets may have the address `::1`.
    package static let hasIPv6: Bool = {
        let descriptor = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, size) } == 0
        }
    }()

    /// A TCP socket that is not connected; the caller closes it.
    package static func socket() -> Int32 { socket(SOCK_STREAM) }

    static func socket(_ kind: __socket_type) -> Int32 {
        Glibc.socket(AF_INET, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// A socket that listens at a free port; the caller closes it.
    package static func listener(backlog: Int32 = 128) throws -> (descriptor: Int32, port: UInt16) {
        try bound(use: { listen($0, backlog) == 0 })
    }

    /// A socket that holds a port and refuses connections; the caller closes it. The port of a server that has ended could
    /// be another test's by now.
    package static func refusing() throws -> (descriptor: Int32, port: UInt16) {
        try bound()
    }

    /// A socket that listens at this port; the caller closes it.
    ///
    /// Connections of the past do not keep the port from it, as they do not keep it from a server.
    package static func listener(at port: UInt16) throws -> Int32 {
        try bound(port: port) { descriptor in
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
            return true
        } use: {
            listen($0, 128) == 0
        }.descriptor
    }

    /// A free port for a program that starts later, or again at the same port.
    ///
    /// Nobody gets this one by chance meanwhile, and no client that dials it while nothing listens connects to itself: see
    /// `PortRange`.
    package static func freePort() throws -> UInt16 {
        guard let range = PortRange.ofProcess else { throw ExpectationError("a range of ports that nobody holds") }
        return try range.next()
    }

    /// A socket bound to a port, 0 for a free one, after `prepare` and before `use`.
    static func bound(
        _ descriptor: Int32 = socket(), port: UInt16 = 0, prepare: (Int32) -> Bool = { _ in true },
        use: (Int32) -> Bool = { _ in true }
    ) throws -> (descriptor: Int32, port: UInt16) {
        var place = address(port: port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isGood = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                prepare(descriptor) && Glibc.bind(descriptor, $0, length) == 0 && use(descriptor)
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isGood else {
            defer { close(descriptor) }
            throw Failure(code: errno)
        }
        return (descriptor, UInt16(bigEndian: place.sin_port))
    }

    /// Connects a socket; when that fails the socket is still the caller's to close.
    package static func connect(_ descriptor: Int32, port: UInt16) throws {
        var place = address(port: port)
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(code: errno) }
    }

    /// Gives a socket the smallest buffers there are, so that the other side soon cannot go on writing.
    package static func narrow(_ descriptor: Int32) {
        for (level, name, value) in [(SOL_SOCKET, SO_RCVBUF, 4_096), (Int32(IPPROTO_TCP), TCP_MAXSEG, 536)] {
            var value = Int32(value)
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Makes a socket connect from one of this machine's addresses `127.x.x.x`.
    package static func bind(_ descriptor: Int32, to host: [UInt8]) throws {
        var place = address(port: 0)
        place.sin_addr.s_addr = host.reduce(0) { $0 << 8 | UInt32($1) }.bigEndian
        let code = withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(code: errno) }
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }
}
