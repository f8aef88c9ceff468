import PagingEngine
import PagingRoom

/// An actor's end of the line on an offline stage.
struct StageSeat {
    /// Counts connections; letters of an earlier one are not delivered.
    var connection = 0
    /// Whether the actor has been welcomed and not gone.
    var isInside = false
    var session: Session?
    var replica: Replica?
    private var lastRequest: Int64 = 0
    private var tags: [RequestID: RequestTag] = [:]

    /// The member as the room knows it, and the connection it listens on; nil while the room does not send to it.
    var member: MemberID?
    var listening: Int?

    mutating func connect() {
        connection += 1
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
