package import PagingWire

extension CloseCode {
    /// The reason and what to do about it, for the person at the terminal.
    package var sentence: String {
        switch self {
        case .goingAway: "the server is shutting down"
        case .tooSlow: "this connection was too slow; the missed events come after the reconnect"
        case .noJoin: "the server received no join in time"
        case .noPong: "the server received nothing for a while"
        case .serverFull: "the server is full, or its disk does not keep up"
        case .moved: "the room has moved to another server"
        case .protocolError: "the server could not read a message of this program: use the same version on both sides"
        case .version: "the server uses another version of the protocol: use the riffle of the server's version"
        case .unauthorized: "this room needs a valid token: give one with --token-file"
        case .forbidden: "not allowed to join: the room is locked, or the token is for something else"
        case .noSuchRoom: "there is no room of this name: check the address"
        case .roomFull: "the room is full"
        case .removed: "a presenter has removed you"
        case .rate: "this program sent too many messages"
        case .roomClosed: "the room is closed"
        case .takenOver: "you have joined again from another place"
        }
    }

    /// The sentence for a code of any connection: those of the protocol, those of every WebSocket (RFC 6455, §7.4.1),
    /// and nil for a connection that broke without a close frame.
    package static func sentence(of code: UInt16?) -> String {
        guard let code else { return "the connection broke" }
        if let known = CloseCode(rawValue: code) { return known.sentence }
        switch code {
        case 1000: return "the server closed the connection"
        case 1001: return "the server is going away"
        case 1002: return "the server found a protocol error"
        case 1003: return "the server does not accept messages of this kind"
        case 1005, 1006: return "the connection broke"
        case 1007: return "the server received text that is not UTF-8"
        case 1009: return "a message was too large for the server"
        case 1011: return "the server failed"
        case 1012, 1013: return "the server restarts"
        default: return "the server closed the connection with \(code)"
        }
    }
}
