import Glibc
import Support
import WebSocketLoop

/// Why a connection to a server could not be opened, for the person at the terminal.
struct ConnectionFailure: CustomStringConvertible {
    let description: String
    /// Whether there is an HTTP server, which has nothing at this address.
    let isNotFound: Bool
    /// The text of the socket library.
    private let reason: String

    /// - Parameters:
    ///   - reason: the text of the socket library.
    ///   - last: the failure of the attempt before, if any. A lookup may take seconds, and the caller's loop waits for
    ///     it, so a failure with the same text is taken for the same failure.
    ///   - lookup: says why the name of a host has no address; nil when it has one.
    init(
        _ reason: String, of endpoint: Endpoint, after last: ConnectionFailure?,
        lookup: (String) -> String? = ConnectionFailure.lookupFailure
    ) {
        if let last, last.reason == reason {
            self = last
            return
        }
        self.reason = reason
        isNotFound = reason.hasSuffix("(HTTP 404)")
        if isNotFound {
            let path = endpoint.path.printableLine
            description = "the server has no room at \(path): expected ws://HOST:PORT/rooms/NAME"
        } else if let failure = lookup(endpoint.host) {
            description = failure
        } else {
            // The library's words for an answer other than 101.
            description = reason.printableLine.replacing(
                "HS: ws upgrade response not 101 ", with: "the server refused ")
        }
    }

    /// Why the name of a host has no address; nil when it has one.
    static func lookupFailure(of host: String) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        guard code != 0 else {
            freeaddrinfo(found)
            return nil
        }
        guard code != EAI_NONAME else { return "no such host: \(host.printableLine)" }
        return "cannot look up \(host.printableLine): \(String(cString: gai_strerror(code)))"
    }
}
