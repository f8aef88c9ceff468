import PagingClient
import SocketLoop

/// One member of a room run by this process.
struct Seat {
    let endpoint: Endpoint
    var core: ClientCore
    var connection: ConnectionID?
    /// Encoded objects, each with its line end, that wait for the socket.
    var outbox: [UInt8] = []
}
