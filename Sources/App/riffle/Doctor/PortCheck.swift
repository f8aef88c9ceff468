import Glibc

/// Whether a server could listen on a port of this machine.
enum PortCheck {
    /// Tries to bind the loopback address, as a server does.
    static func diagnosis(port: UInt16) -> Diagnosis {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    ? listen(descriptor, 1) : -1
            }
        }
        return diagnosis(port: port, code: result == 0 ? 0 : errno)
    }

    static func diagnosis(port: UInt16, code: Int32) -> Diagnosis {
        switch code {
        case 0: Diagnosis(.good, "port", "\(port) is free")
        case EADDRINUSE:
            Diagnosis(
                .odd, "port", "\(port) is in use, perhaps by another server",
                remedy: "riffle serve --listen 127.0.0.1:0 picks a free port")
        case EACCES:
            Diagnosis(
                .bad, "port", "this user may not listen on \(port)",
                remedy: "use a port from 1024 on, or grant the right to bind")
        default: Diagnosis(.bad, "port", "\(port): \(String(cString: strerror(code)))")
        }
    }
}
