import Glibc

/// Check whether a server accepts TCP connections.
enum Reachability {
    private static let timeoutMilliseconds: Int32 = 5_000

    /// Connects once, from `source` if given. Returns the reason when this fails, else nil.
    static func failure(host: String, port: UInt16, source: String?) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0 else { return String(cString: gai_strerror(code)) }
        defer { freeaddrinfo(found) }
        var reason = "no address"
        var next = found
        while let address = next {
            next = address.pointee.ai_next
            guard let failure = failure(address.pointee, source) else { return nil }
            reason = failure
        }
        return reason
    }

    private static func failure(_ address: addrinfo, _ source: String?) -> String? {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, address.ai_socktype | flags, address.ai_protocol)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        if let source, let failure = bindFailure(descriptor, source) { return failure }
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
        var query = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&query, 1, timeoutMilliseconds) > 0 else {
            return "no reply within \(timeoutMilliseconds / 1_000) s"
        }
        var (code, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return code == 0 ? nil : String(cString: strerror(code))
    }

    /// Whether the text is a numeric IP address.
    static func isNumeric(_ address: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        defer { freeaddrinfo(found) }
        return getaddrinfo(address, nil, &hints, &found) == 0
    }

    private static func bindFailure(_ descriptor: Int32, _ source: String) -> String? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(source, nil, &hints, &found) == 0, let address = found else {
            return "expected a numeric address, got \(source)"
        }
        defer { freeaddrinfo(found) }
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
            return "from \(source): \(String(cString: strerror(errno)))"
        }
        return nil
    }
}
