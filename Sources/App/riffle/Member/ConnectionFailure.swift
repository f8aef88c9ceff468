import Support
import WebSocketLoop

/// Why a connection to a server could not be opened, for the person at the terminal.
struct ConnectionFailure: CustomStringConvertible {
    let description: String
    /// Whether there is an HTTP server, which has nothing at this address.
    let isNotFound: Bool

    /// - Parameters:
    ///   - reason: the text of the socket library.
    ///   - isOneOfMany: whether the room has other addresses, so that the text names this one also where a server answered that
    ///     it has no such room.
    init(_ reason: String, of endpoint: Endpoint, isOneOfMany: Bool) {
        isNotFound = reason.hasSuffix("(HTTP 404)")
        let text: String
        if isNotFound {
            let path = endpoint.path.printableLine
            text = "the server has no room at \(path): expected ws://HOST:PORT/rooms/NAME"
        } else {
            // The library's words for an answer other than 101.
            text = reason.printableLine.replacing("HS: ws upgrade response not 101 ", with: "the server refused ")
        }
        description = isOneOfMany || !isNotFound ? "\(text), at \(endpoint)" : text
    }

    /// A host without an address.
    init(_ failure: HostAddresses.LookupFailure) {
        (description, isNotFound) = (failure.description.printableLine, false)
    }
}
