import PagingRoom
package import PagingWire

/// The inputs of a client.
package enum ClientEvent: Sendable {
    /// Connect for the first time.
    case start
    /// The connection is open.
    case opened
    /// The objects of one WebSocket message, in order, without those of unknown types.
    case received([ServerMessage])
    /// The server sent an unreadable message.
    case unreadable(String)
    /// The connection ended; `code` is nil when it broke without a close frame.
    case closed(code: UInt16?, reason: String)
    /// There is a server, and it has nothing at this address; the text says what is wrong with the address.
    case notFound(String)
    /// The connection could not be opened.
    case failed(String)
    /// The server's certificate does not prove its identity.
    case certificateRejected(String)
    /// Say goodbye and end.
    case leave
    /// Break the connection as a failing network would, and stay away.
    case abort
    /// Connect again after `abort`.
    case reconnect
    case tick
}
