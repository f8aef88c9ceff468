/// Address of a server for a client: `ws://HOST[:PORT][/PATH][?QUERY]`, or the same with `wss` for TLS.
package struct Endpoint: Hashable, Sendable {
    /// A name or a numeric address, IPv6 without brackets.
    package let host: String
    package let port: UInt16
    /// Begins with `/` and includes the query.
    package let path: String
    /// Whether the connection uses TLS, with a check of the server's certificate.
    package let isSecure: Bool
    /// The address to connect to, of those that `host` has; nil lets the library look up the host.
    package private(set) var address: String?

    package init(host: String, port: UInt16, path: String, isSecure: Bool = false) {
        precondition(path.hasPrefix("/"), "The path of an endpoint begins with a slash.")
        self.host = host
        self.port = port
        self.path = path
        self.isSecure = isSecure
    }

    /// The same endpoint at one numeric address of its host.
    package func at(_ address: String) -> Endpoint {
        var endpoint = self
        endpoint.address = address
        return endpoint
    }

    /// Reads a URL; the port defaults to 80, with `wss` to 443, the path to `/`.
    package init(url: String) throws(SocketLoopError) {
        guard let separator = url.firstRange(of: "://") else {
            throw .invalidEndpoint("\(url): expected ws://HOST:PORT/PATH, such as ws://\(url)")
        }
        switch url[..<separator.lowerBound].lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: throw .invalidEndpoint("\(url): only ws:// and wss:// are supported")
        }
        let isUnclean = url.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
        guard !isUnclean else { throw .invalidEndpoint("\(url): spaces and control characters must be escaped") }
        guard !url.contains("#") else { throw .invalidEndpoint("\(url): a fragment means nothing to a server") }
        let rest = url[separator.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let tail = String(rest[end...])
        let authority = rest[..<end]
        guard !authority.contains("@") else {
            throw .invalidEndpoint("\(url[..<separator.upperBound])…@…: user names are not supported")
        }
        let port: UInt16?
        (host, port) = try Self.hostAndPort(authority, of: url)
        self.port = port ?? (isSecure ? 443 : 80)
        // The library would compare the certificate with the text before the first colon.
        guard !isSecure || !host.contains(":") else {
            throw .invalidEndpoint("\(url): wss wants a name or an IPv4 address")
        }
        path = tail.hasPrefix("/") ? tail : "/" + tail
    }

    private static func hostAndPort(
        _ authority: Substring, of url: String
    ) throws(SocketLoopError) -> (host: String, port: UInt16?) {
        var host = authority
        var digits: Substring?
        if authority.hasPrefix("[") {
            guard let bracket = authority.firstIndex(of: "]") else {
                throw .invalidEndpoint("\(url): the bracket of the address is not closed")
            }
            host = authority[authority.index(after: authority.startIndex)..<bracket]
            let after = authority[authority.index(after: bracket)...]
            guard after.isEmpty || after.hasPrefix(":") else {
                throw .invalidEndpoint("\(url): unexpected text after the address")
            }
            digits = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            digits = authority[authority.index(after: colon)...]
        }
        guard !host.isEmpty else { throw .invalidEndpoint("\(url): there is no host") }
        guard let digits else { return (String(host), nil) }
        guard digits.allSatisfy(\.isASCII), let port = UInt16(digits), port > 0, digits.first != "+" else {
            throw .invalidEndpoint("\(url): \(digits) is not a port")
        }
        return (String(host), port)
    }

    /// The `Host` header: brackets around IPv6, the port always.
    var hostHeader: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension Endpoint: CustomStringConvertible {
    /// Host and port, and the address where the host is a name.
    package var description: String {
        guard let address, address != host else { return hostHeader }
        return "\(hostHeader) (\(address))"
    }
}
