import PagingWire

/// The address of a room as a person writes it, and the URL that it stands for.
///
/// | written | stands for |
/// |---|---|
/// | `ws://…`, `wss://…` | itself |
/// | `HOST[:PORT]/NAME`, `HOST[:PORT]/rooms/NAME` | `ws://HOST:PORT/rooms/NAME`, at the usual port where none is given |
/// | `http://HOST[:PORT]/NAME`, `https://…` | the room of that page for browsers: `ws://` or `wss://`, same host and port |
/// | `NAME` | that room of a server on this machine, at the usual port |
package struct RoomAddress: Hashable, Sendable {
    /// The port of `serve` and `present` where none is given.
    package static let usualPort: UInt16 = 7420

    /// An address that stands for no room.
    package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    package let url: String
    /// The address of the page for browsers, if that was written.
    package let page: String?

    package init(_ text: String) throws(Invalid) {
        guard let separator = text.firstRange(of: "://") else {
            (url, page) = (try RoomAddress.url(ofShort: text), nil)
            return
        }
        let rest = text[separator.upperBound...]
        switch text[..<separator.lowerBound].lowercased() {
        case "ws", "wss": (url, page) = (text, nil)
        case "http": (url, page) = (try RoomAddress.url(ofPage: rest, "ws", port: nil, of: text), text)
        case "https": (url, page) = (try RoomAddress.url(ofPage: rest, "wss", port: nil, of: text), text)
        default:
            throw Invalid(description: "expected ws://, wss://, http:// or https://, got \(text)")
        }
    }

    /// The shortest address that leads to the room at `url`; `url` itself for a room with TLS or elsewhere on its server.
    package static func shortest(of url: String) -> String {
        let prefix = "ws://"
        guard url.lowercased().hasPrefix(prefix) else { return url }
        let parts = url.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "rooms", RoomName.isValid(String(parts[2])),
            let authority = try? Authority(parts[0], of: url)
        else { return url }
        let port = authority.port ?? 80
        return "\(authority.host)\(port == usualPort ? "" : ":\(port)")/\(parts[2])"
    }

    private static func url(ofShort text: String) throws(Invalid) -> String {
        guard text.contains("/") else {
            guard !text.contains("."), !text.contains(":"), text != "localhost" else {
                throw Invalid(description: "expected HOST/NAME with the name of a room, got \(text)")
            }
            return "ws://127.0.0.1:\(usualPort)/rooms/\(try name(text, of: text))"
        }
        return try url(ofPage: text[...], "ws", port: usualPort, of: text)
    }

    /// The URL of the room at `HOST[:PORT]/NAME` or `HOST[:PORT]/rooms/NAME`.
    ///
    /// - Parameter port: the port where none is given; nil leaves it to the scheme.
    private static func url(
        ofPage rest: Substring, _ scheme: String, port: UInt16?, of text: String
    ) throws(Invalid) -> String {
        // A token in the fragment is for browsers; it is not repeated here.
        guard !text.contains("#") else {
            let start = text.prefix { $0 != "#" }
            throw Invalid(
                description: "expected an address without #, got one after \(start): --token-file takes a token")
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = try Authority(rest[..<slash], of: text)
        var path = rest[slash...].dropFirst()
        if path.hasPrefix("rooms/") { path = path.dropFirst("rooms/".count) }
        guard !path.isEmpty else {
            throw Invalid(description: "expected HOST/NAME with the name of a room, got \(text)")
        }
        let given = (authority.port ?? port).map { ":\($0)" } ?? ""
        return "\(scheme)://\(authority.host)\(given)/rooms/\(try name(String(path), of: text))"
    }

    private static func name(_ name: String, of text: String) throws(Invalid) -> String {
        guard RoomName.isValid(name) else {
            throw Invalid(
                description: "expected the name of a room, 1 to 64 of A-Z a-z 0-9 . _ -, got \(name), at \(text)")
        }
        return name
    }
}

/// Host and port of an address, the host with its brackets.
private struct Authority {
    let host: Substring
    let port: UInt16?

    init(_ text: Substring, of address: String) throws(RoomAddress.Invalid) {
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        host = text[..<(end ?? text.endIndex)]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        let isPlain =
            !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && !host.contains { "@?[]".contains($0) }
        guard isBracketed || isPlain else {
            throw RoomAddress.Invalid(description: "expected a host, got \(host), at \(address)")
        }
        let rest = text[host.endIndex...]
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.hasPrefix(":") ? rest.dropFirst() : rest
        guard rest.hasPrefix(":"), digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(digits),
            number > 0
        else {
            throw RoomAddress.Invalid(description: "expected a port from 1 to 65535, got \(digits), at \(address)")
        }
        port = number
    }
}
