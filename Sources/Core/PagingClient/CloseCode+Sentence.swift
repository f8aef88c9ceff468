package import PagingWire

extension CloseCode {
    /// What has happened and what to do about it, for the person at the terminal.
    package var sentence: String {
        switch self {
        case .goingAway: "the server is going away for a moment"
        case .tooSlow: "this connection took in too little; what was missed comes after the return"
        case .noJoin: "the server heard no word of joining in time"
        case .noPong: "the server heard nothing for a while"
        case .serverFull: "the server is full just now"
        case .moved: "the room has moved to another server"
        case .protocolError: "the server could not make sense of what this program sent; are both of one version?"
        case .version: "the server speaks another version of the protocol: use the riffle that belongs to it"
        case .unauthorized: "this room needs a token that is good: give one with --token-file"
        case .forbidden: "the token does not let you do that here"
        case .noSuchRoom: "there is no room of this name: is the address right?"
        case .roomFull: "the room is full"
        case .removed: "a presenter has shown you out"
        case .rate: "this program sent far too much"
        case .roomClosed: "the room has been closed"
        case .takenOver: "you have joined again from elsewhere"
        }
    }

    /// The sentence for a code of any connection: those of the protocol, those every WebSocket knows (RFC 6455, §7.4.1),
    /// and a broken line, which has none.
    package static func sentence(of code: UInt16?) -> String {
        guard let code else { return "the line is broken" }
        if let known = CloseCode(rawValue: code) { return known.sentence }
        switch code {
        case 1000: return "the server said goodbye"
        case 1001: return "the server is going away"
        case 1002: return "the server found a fault in the connection"
        case 1003: return "the server does not take messages of this kind"
        case 1005, 1006: return "the line is broken"
        case 1007: return "the server got text that is no text"
        case 1009: return "a message was too big for the server"
        case 1011: return "the server has failed"
        case 1012, 1013: return "the server starts anew"
        default: return "the server closed the connection with \(code)"
        }
    }
}
