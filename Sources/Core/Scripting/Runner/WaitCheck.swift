import PagingEngine
import PagingRoom

/// A condition compared with what an actor sees.
struct WaitCheck {
    let condition: Wait.Condition
    let view: RoomView
    /// Whether all requests of the actor are answered and seen.
    let isSettled: Bool

    /// Whether the condition holds at `now`. Events are taken from the memory, and barriers open for all actors together.
    func holds(at now: Instant) -> Bool {
        guard let replica = view.current?.replica else { return false }
        return switch condition {
        case .time, .barrier, .event: false
        case .rest: view.seesRest && isSettled
        case .page(let page): view.seesRest && replica.number(of: replica.settled) == page
        case .progress: view.animationTime(of: condition).map { $0 <= now } ?? false
        case .members(let count): replica.present >= count
        case .member(let name): replica.members.contains { $0.name == name && !$0.isAway }
        }
    }

    /// The state found instead, in words.
    var found: String {
        guard let replica = view.current?.replica else { return "nothing" }
        switch condition {
        case .members: return "\(replica.present)"
        case .member(let name): return "no \(name)"
        case .barrier: return "others missing"
        case .event: return "no such event"
        default:
            let unanswered = isSettled ? "" : ", with requests unanswered"
            return "page \(replica.number(of: replica.settled).value), \(replica.phase.name.rawValue)\(unanswered)"
        }
    }
}

extension Replica {
    /// The members in the room that are not away.
    var present: Int { members.count { !$0.isAway } + viewers }
}
