import PagingClient
import WebSocketLoop

/// One member of a room run by this process.
struct ClientConnection {
    let endpoint: Endpoint
    var core: ClientCore
    var connection: ConnectionID?
    /// Encoded objects, each with its line end, that wait for the socket.
    var outbox: [UInt8] = []
}
