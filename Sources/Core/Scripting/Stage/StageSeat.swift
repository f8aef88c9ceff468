import PagingEngine
import PagingRoom

/// An actor's connection on an offline stage.
struct StageSeat {
    /// The number of the connection; messages of an earlier one are dropped.
    var connection = 0
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
