import PagingRoom
package import PagingWire

/// What can happen to a client.
package enum ClientEvent: Sendable {
    /// Connect for the first time.
    case start
    /// The connection stands.
    case opened
    /// The objects of one WebSocket message, in order; unknown types left out.
    case received([ServerMessage])
    /// The server sent something that is no message.
    case unreadable(String)
    /// The connection ended; `code` nil when it simply broke.
    case closed(code: UInt16?, reason: String)
    /// No connection came about.
    case failed(String)
    /// The server could not prove that it is the one that was asked for.
    case distrusted(String)
    /// Say goodbye and end.
    case leave
    /// Break the connection as a failing network would, and stay away.
    case cut
    /// Come back after a cut.
    case reconnect
    case tick
}
