import ArgumentParser
import WebSocketLoop

/// The server of a load run, and the addresses that its users connect from.
struct LoadTarget {
    /// Host, port and use of TLS.
    private let endpoint: Endpoint
    /// Prefix of every path, for a server behind a proxy.
    private let prefix: String
    /// Name of the room that all users join, or prefix of the names of several rooms.
    let room: String
    /// Addresses of this machine, used in turn. Without any, the system chooses.
    let sources: [String]

    /// Whether all users connect to the path of the URL.
    private let isExact: Bool

    static let standardRoom = "load"

    /// - Parameter isPlain: Whether the server is a plain endpoint; then the path of the URL replaces that of the script.
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

    /// Endpoint for a path of the target.
    func endpoint(path: String) -> Endpoint {
        isExact ? endpoint : Endpoint(host: host, port: port, path: prefix + path, isSecure: isSecure)
    }

    /// Address that the user with this number connects from.
    func source(ofUser user: Int) -> String? {
        sources.isEmpty ? nil : sources[user % sources.count]
    }
}
