import ArgumentParser
import WebSocketLoop

/// A server of a load run.
struct LoadTarget {
    /// Host, port and use of TLS.
    private let endpoint: Endpoint
    /// Prefix of every path, for a server behind a proxy.
    private let prefix: String
    /// Name of the room that all users join, or prefix of the names of several rooms.
    let room: String

    /// Whether all users connect to the path of the URL.
    private let isExact: Bool
    /// Query of the URL, without `?`; empty for none.
    private let query: Substring

    static let standardRoom = "load"

    /// - Parameter isPlain: Whether the server is a plain endpoint; then the path of the URL replaces that of the script, and
    ///   its query goes with either.
    init(url: String, isPlain: Bool = false) throws {
        endpoint = try Endpoint.parse(url)
        let path = endpoint.path.prefix { $0 != "?" }
        isExact = isPlain && path != "/"
        query = isPlain ? endpoint.path[path.endIndex...].dropFirst() : ""
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
        guard !isExact else { return endpoint }
        let mark = query.isEmpty ? "" : path.contains("?") ? "&" : "?"
        return Endpoint(host: host, port: port, path: prefix + path + mark + query, isSecure: isSecure)
    }
}

/// The servers of a load run, such as the nodes of a cluster, and the addresses that its users connect from.
struct LoadTargets {
    /// At least one, in the order of the options.
    let servers: [LoadTarget]
    /// Name of the room that all users join, or prefix of the names of several rooms.
    let room: String
    /// Addresses of this machine, used in turn. Without any, the system chooses.
    let sources: [String]

    /// - Parameter isPlain: Whether the servers are plain endpoints; then the path of a URL replaces that of the script.
    /// - Throws: `ValidationError` when a URL does not parse or names another room than the first.
    init(urls: [String], sources: [String], isPlain: Bool = false) throws {
        guard let first = urls.first else { throw ValidationError("--target: expected a URL, got none") }
        servers = try urls.map { try LoadTarget(url: $0, isPlain: isPlain) }
        room = servers[0].room
        self.sources = sources
        for (url, server) in zip(urls, servers) where server.room != room {
            throw ValidationError(
                "--target: expected the room \(room) of \(LoadTargets.shown([first])) in all targets, got "
                    + "\(server.room) at \(LoadTargets.shown([url]))")
        }
    }

    var isSecure: Bool { servers.contains(where: \.isSecure) }

    /// URLs for people and reports, without what stands behind `?`: it may be secret.
    ///
    /// - Parameter path: path of the script, for URLs without one.
    static func shown(_ urls: [String], path: String? = nil) -> String {
        urls.map { url in
            let front = url.prefix { $0 != "?" }
            let hasPath = (try? Endpoint.parse(url))?.path.prefix { $0 != "?" } != "/"
            let behind = hasPath ? "" : path ?? ""
            let base = behind.isEmpty || front.last != "/" ? front : front.dropLast()
            return base + behind.prefix { $0 != "?" } + (url.contains("?") || behind.contains("?") ? "?…" : "")
        }.joined(separator: ", ")
    }

    /// Endpoint for a path, where users take the targets in turn.
    ///
    /// - Parameter losses: number of connections that the user could not open or has lost; after each, it takes the next
    ///   target.
    func endpoint(path: String, ofUser user: Int, losses: Int) -> Endpoint {
        servers[(user + losses) % servers.count].endpoint(path: path)
    }

    /// Address that the user with this number connects from.
    func source(ofUser user: Int) -> String? {
        sources.isEmpty ? nil : sources[user % sources.count]
    }
}
