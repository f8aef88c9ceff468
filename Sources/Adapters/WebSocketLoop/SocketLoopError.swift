/// Reason why a loop, an acceptor or an endpoint could not be made.
package enum SocketLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No event loop, no context or no virtual host: the text says which, and what to install or raise.
    case unavailable(String)
    /// The address cannot be listened on.
    case cannotListen(String)
    /// Not a URL this client can connect to.
    case invalidEndpoint(String)

    package var description: String {
        switch self {
        case .unavailable(let text), .cannotListen(let text), .invalidEndpoint(let text): text
        }
    }
}
