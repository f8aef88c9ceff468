import PagingClient
import SocketLoop

/// One member of a room run by this process.
struct Seat {
    let endpoint: Endpoint
    var core: ClientCore
    var connection: ConnectionID?
}
