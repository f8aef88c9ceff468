import ArgumentParser
import WebSocketLoop

/// HOST:PORT, an IPv6 address in brackets, or a bare PORT of this machine only.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    let host: String
    let port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        if let port = UInt16(argument) {
            self.init(host: "127.0.0.1", port: port)
        } else {
            self.init(hostAndPort: argument)
        }
    }

    /// - Parameter argument: HOST:PORT.
    init?(hostAndPort argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else {
            return nil
        }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
