/// The servers of a NATS cluster: `nats://user:password@host:port`, or `tls://…`, several with commas between them.
package struct NATSAddress: Hashable, Sendable, CustomStringConvertible {
    package struct ParseError: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private struct Server: Hashable {
        let url: String
        let place: String
        let isSecure: Bool
        let hasCredentials: Bool
        let isLoopback: Bool
    }

    /// The addresses as the library takes them, with their secrets.
    let urls: [String]
    let isSecure: Bool
    /// The servers without secrets.
    package let description: String

    /// - Parameters:
    ///   - hasCredentials: whether a file with credentials is given besides.
    ///   - isOpen: whether servers on other machines may be used without TLS or without credentials. Anyone who may
    ///     publish there decides what members see.
    package init(_ text: String, hasCredentials: Bool = false, isOpen: Bool = false) throws(ParseError) {
        var servers: [Server] = []
        for url in text.split(separator: ",", omittingEmptySubsequences: false) {
            servers.append(try NATSAddress.server(String(url)))
        }
        guard Set(servers.map(\.isSecure)).count == 1 else {
            throw ParseError(description: "expected nats:// or tls:// for all servers, got both")
        }
        for server in servers where !isOpen && !server.isLoopback {
            guard server.isSecure else {
                throw ParseError(
                    description: "expected tls:// for \(server.place), which is another machine, got nats://")
            }
            guard server.hasCredentials || hasCredentials else {
                throw ParseError(
                    description:
                        "expected a user and a password for \(server.place), which is another machine, got none")
            }
        }
        urls = servers.map(\.url)
        isSecure = servers[0].isSecure
        description = servers.map(\.place).joined(separator: ",")
    }

    /// The library looks for the last `@` too. Nothing may follow host and port, so both find the same host.
    private static func server(_ url: String) throws(ParseError) -> Server {
        let secure = url.hasPrefix("tls://")
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ParseError(description: "expected an address of ASCII without blanks, got other characters")
        }
        guard secure || url.hasPrefix("nats://") else {
            // The rest may be a secret.
            let scheme = url.firstRange(of: "://").map { "\(url[..<$0.lowerBound])://…" } ?? "one without"
            throw ParseError(description: "expected nats://host:port or tls://host:port, got \(scheme)")
        }
        let rest = url.dropFirst(secure ? 6 : 7)
        let at = rest.lastIndex(of: "@")
        let place = at.map { rest[rest.index(after: $0)...] } ?? rest
        guard let host = host(of: place) else {
            throw ParseError(description: "expected a host and a port from 1 to 65535, got \(place)")
        }
        return Server(
            url: url, place: String(place), isSecure: secure, hasCredentials: at.map { $0 > rest.startIndex } ?? false,
            isLoopback: isLoopback(host))
    }

    /// The host before the port, where both are well-formed; an IPv6 address stands in brackets.
    private static func host(of place: Substring) -> Substring? {
        var (host, port) = (place, Substring("4222"))
        if let end = place.firstIndex(of: "]") {
            host = place[...end]
            let rest = place[place.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = place.firstIndex(of: ":") {
            host = place[..<colon]
            port = place[place.index(after: colon)...]
        }
        let isAddress = host.first == "[" && host.last == "]" && host.count > 2
        let name = isAddress ? host.dropFirst().dropLast() : host
        let isNamed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            case UInt8(ascii: ":"): isAddress
            default: false
            }
        }
        guard isNamed, !name.isEmpty, port.allSatisfy(\.isNumber), let number = UInt16(port), number > 0 else {
            return nil
        }
        return host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "[::1]" || (isAddress && parts[0] == "127")
    }
}
