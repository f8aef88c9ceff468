import PagingEngine
import PagingRoom

/// Messages in transit between the actors of an offline stage and its room. Each arrives after the same time, in the
/// order of sending.
struct StageMail {
    struct SentMessage {
        let due: Instant
        /// The actor that sent the message or receives it.
        let actor: Int
        /// The number of the actor's connection.
        let connection: Int
        let content: Content
    }

    enum Content {
        case join
        case rejoin(Session, since: Sequence)
        case request(RequestID?, Request)
        case leave
        /// The end of a connection that was cut, for the room.
        case lost
        case welcome(Session, Welcome)
        case unknownSession
        case event(Event)
        case offset(Offset)
        case answer(Answer)
    }

    /// The state for a member that joined.
    enum Welcome {
        case snapshot(Replica)
        /// The events since the member went away.
        case missed([Event])
    }

    let latencyMilliseconds: Int64
    private var messages: [SentMessage] = []
    private var first = 0

    init(latencyMilliseconds: Int64) {
        self.latencyMilliseconds = latencyMilliseconds
    }

    /// The arrival of the next message.
    var nextDue: Instant? { first < messages.count ? messages[first].due : nil }

    /// All messages take the same time, so the queue keeps its order.
    mutating func send(_ content: Content, actor: Int, connection: Int, at now: Instant) {
        let due = now.advanced(byMilliseconds: latencyMilliseconds)
        messages.append(SentMessage(due: due, actor: actor, connection: connection, content: content))
    }

    /// Takes the next message that has arrived by `now`.
    mutating func receive(at now: Instant) -> SentMessage? {
        guard let due = nextDue, due <= now else {
            if first > 0 { messages.removeFirst(first) }
            first = 0
            return nil
        }
        first += 1
        return messages[first - 1]
    }
}

/// An actor's connection on an offline stage.
struct StageConnection {
    /// The number of the connection; messages of an earlier one are dropped.
    var id = 0
    /// Whether the actor is in the room.
    var isInside = false
    var session: Session?
    var replica: Replica?
    private var lastRequest: Int64 = 0
    private var tags: [RequestID: RequestTag] = [:]

    /// The member in the room, and the connection it listens on; nil while the room does not send to it.
    var member: MemberID?
    var listening: Int?

    mutating func connect() {
        id += 1
        isInside = false
        lastRequest = 0
        tags = [:]
    }

    mutating func number(_ tag: RequestTag) -> RequestID {
        lastRequest += 1
        tags[RequestID(lastRequest)] = tag
        return RequestID(lastRequest)
    }

    mutating func tag(of id: RequestID) -> RequestTag? { tags.removeValue(forKey: id) }
}
