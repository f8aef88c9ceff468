import SSHGate
import TerminalView
import WebSocketLoop

/// The options of a gate.
struct GateSettings {
    /// The addresses of the server, with the path before `/rooms/NAME`.
    var servers: [Endpoint]
    var keys = AuthorizedKeys()
    /// The token for sessions with a listed key; nil joins without one.
    var token: String?
    /// The token for viewers; nil joins without one.
    var viewerToken: String?
    var idleMilliseconds: Int64?
    var borders = Borders.ascii
    /// The settings of every window.
    var session = RoomSessionSettings()

    /// The addresses of a room.
    func endpoints(of room: String) -> [Endpoint] {
        servers.map { server in
            let path = server.path.hasSuffix("/") ? String(server.path.dropLast()) : server.path
            return Endpoint(
                host: server.host, port: server.port, path: "\(path)/rooms/\(room)", isSecure: server.isSecure)
        }
    }
}
