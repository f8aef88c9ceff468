import PagingEngine
import PagingRoom

/// Messages under way between the actors of an offline stage and its room; each arrives after the same time, in the
/// order in which they were sent.
struct StageMail {
    struct Letter {
        let due: Instant
        /// The actor that sent it or is to get it.
        let actor: Int
        /// Which of the actor's connections it travels on.
        let connection: Int
        let content: Content
    }

    enum Content {
        case join
        case rejoin(Session, since: Sequence)
        case request(RequestID?, Request)
        case leave
        /// What the room notices of a connection that was cut.
        case lost
        case welcome(Session, Welcome)
        case unknownSession
        case event(Event)
        case offset(Offset)
        case answer(Answer)
    }

    /// How a member is brought up to date.
    enum Welcome {
        case snapshot(Replica)
        /// What happened since the member went away.
        case missed([Event])
    }

    let latencyMilliseconds: Int64
    private var letters: [Letter] = []
    private var first = 0

    init(latencyMilliseconds: Int64) {
        self.latencyMilliseconds = latencyMilliseconds
    }

    /// When the next letter arrives.
    var nextDue: Instant? { first < letters.count ? letters[first].due : nil }

    /// All letters take the same time, so the line keeps its order.
    mutating func send(_ content: Content, actor: Int, connection: Int, at now: Instant) {
        let due = now.advanced(byMilliseconds: latencyMilliseconds)
        letters.append(Letter(due: due, actor: actor, connection: connection, content: content))
    }

    /// Takes the next letter that is there by `now`.
    mutating func receive(at now: Instant) -> Letter? {
        guard let due = nextDue, due <= now else {
            if first > 0 { letters.removeFirst(first) }
            first = 0
            return nil
        }
        first += 1
        return letters[first - 1]
    }
}
