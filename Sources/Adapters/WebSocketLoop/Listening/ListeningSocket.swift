import Glibc

/// A TCP socket that listens.
enum ListeningSocket {
    /// Connections that the kernel queues until they are accepted: enough for an audience that arrives at once.
    private static let backlog: Int32 = 4_096

    /// Opens a non-blocking socket and returns it with its port.
    static func open(host: String, port: UInt16) throws(SocketLoopError) -> (descriptor: Int32, port: UInt16) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var results: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &results)
        guard status == 0, let address = results?.pointee else {
            throw .cannotListen("\(host):\(port): \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(results) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, 0)
        guard descriptor >= 0 else { throw failure(host, port) }
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, backlog) == 0,
            let actual = boundPort(of: descriptor)
        else {
            let error = failure(host, port)
            _ = close(descriptor)
            throw error
        }
        return (descriptor, actual)
    }

    /// `accept(2)` with the address of the other side; nil for a socket without an address.
    static func accept(_ listener: Int32, from address: inout IPAddress?) -> Int32 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(listener, $0, &length) }
        }
        if descriptor >= 0 { address = IPAddress(storage) }
        return descriptor
    }

    /// Closes a descriptor in programs that this process may start.
    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func failure(_ host: String, _ port: UInt16) -> SocketLoopError {
        .cannotListen("\(host):\(port): \(String(cString: strerror(errno)))")
    }

    private static func boundPort(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, address, &length) == 0
            else { return nil }
            // IPv4 and IPv6 addresses alike have the port in bytes 2 and 3, most significant first.
            return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }
}
