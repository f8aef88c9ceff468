/// How frames stand in WebSocket messages: a closed set, of which each has its code in `LoadTesting`.
package enum ProfileFraming: String, Hashable, Sendable, CaseIterable {
    /// A text message is one frame without a kind.
    case text
    /// Each line of a text message is one.
    case lines
    /// Each part of a text message that ends with U+001E is one.
    case records
    /// Packets of Engine.IO 4 and Socket.IO 5: the digits before the body are the kind.
    case socketIO = "socket.io"
    /// Packets of MQTT 3.1.1.
    case mqtt
    /// Lines and payloads of NATS.
    case nats
    /// Frames of STOMP 1.2, whose headers are the fields.
    case stomp

    /// The fields of each kind that users may send; nil: any kind, and no fields.
    package var sentKinds: [String: Set<String>]? {
        switch self {
        case .text, .lines, .records, .stomp: nil
        case .socketIO:
            [
                "2": [], "3": [], "40": ["namespace"], "41": ["namespace"], "42": ["namespace", "id"],
                "43": ["namespace", "id"],
            ]
        case .mqtt:
            [
                "CONNECT": ["client", "username", "password", "keepalive"],
                "PUBLISH": ["topic", "qos", "packet", "retain"],
                "PUBACK": ["packet"], "PUBREC": ["packet"], "PUBREL": ["packet"], "PUBCOMP": ["packet"],
                "SUBSCRIBE": ["packet", "topic", "qos"], "UNSUBSCRIBE": ["packet", "topic"], "PINGREQ": [],
                "DISCONNECT": [],
            ]
        case .nats:
            [
                "CONNECT": [], "PUB": ["subject", "reply"], "SUB": ["subject", "queue", "sid"], "UNSUB": ["sid"],
                "PING": [], "PONG": [],
            ]
        }
    }

    /// The fields of each kind that servers send; nil: any kind and any fields.
    package var receivedKinds: [String: Set<String>]? {
        switch self {
        case .text, .lines, .records: ["": []]
        case .stomp: nil
        case .socketIO:
            [
                "0": [], "1": [], "2": [], "3": [], "4": [], "6": [], "40": ["namespace"], "41": ["namespace"],
                "42": ["namespace", "id"], "43": ["namespace", "id"], "44": ["namespace"],
            ]
        case .mqtt:
            [
                "CONNACK": ["code", "session"], "PUBLISH": ["topic", "qos", "packet", "retain"], "PUBACK": ["packet"],
                "PUBREC": ["packet"], "PUBREL": ["packet"], "PUBCOMP": ["packet"], "SUBACK": ["packet", "code"],
                "UNSUBACK": ["packet"], "PINGRESP": [],
            ]
        case .nats:
            [
                "INFO": [], "MSG": ["subject", "sid", "reply"], "HMSG": ["subject", "sid", "reply", "status"],
                "PING": [],
                "PONG": [], "+OK": [], "-ERR": [],
            ]
        }
    }

    /// Whether frames have no kind.
    package var hasNoKinds: Bool { self == .text || self == .lines || self == .records }
}
