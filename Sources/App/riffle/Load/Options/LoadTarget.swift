import ArgumentParser
import WebSocketLoop

/// The server of a load run, and from where its users come.
struct LoadTarget {
    /// Host, port and whether TLS is spoken.
    private let endpoint: Endpoint
    /// Prefix of each path of the target, for a server behind another one.
    private let prefix: String
    /// The room that was named, the one all users join, or the beginning of the names of several.
    let room: String
    /// Addresses of this machine, taken in turn; none: the system's choice.
    let sources: [String]

    /// Whether every user goes to the URL's own path.
    private let isExact: Bool

    static let standardRoom = "load"

    /// - Parameter isPlain: The server is no Riffle server: a path in its URL counts, before the script's.
    init(url: String, sources: [String], isPlain: Bool = false) throws {
        endpoint = try Endpoint.parse(url)
        self.sources = sources
        isExact = isPlain && endpoint.path != "/"
        let path = endpoint.path.prefix { $0 != "?" }
        if let rooms = path.firstRange(of: "/rooms/"), rooms.upperBound < path.endIndex {
            prefix = String(path[..<rooms.lowerBound])
            room = String(path[rooms.upperBound...])
        } else {
            prefix = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
            room = LoadTarget.standardRoom
        }
    }

    var host: String { endpoint.host }
    var port: UInt16 { endpoint.port }
    var isSecure: Bool { endpoint.isSecure }

    /// Where a path of the target is.
    func endpoint(path: String) -> Endpoint {
        isExact ? endpoint : Endpoint(host: host, port: port, path: prefix + path, isSecure: isSecure)
    }

    /// The address the user with this number comes from.
    func source(ofUser user: Int) -> String? {
        sources.isEmpty ? nil : sources[user % sources.count]
    }
}
