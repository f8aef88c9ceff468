import PagingClient
import PagingEngine
import PagingRoom

/// Presses of next and back that wait until the page they lead to is known: keys may be faster than the room.
struct HeldTurns {
    private static let limit = 64

    private var turns: ArraySlice<Input.Direction> = []

    /// The action for a press; nil while the press waits. Several pages at a time are a jump, which does not wait.
    mutating func turn(_ direction: Input.Direction, count: Int64, _ planner: ActionPlanner) -> ActionPlanner.Action? {
        guard count == 1, planner.isStepUncertain || (!turns.isEmpty && !planner.isReader) else {
            clear()
            return planner.turn(direction, count: count)
        }
        if turns.count < HeldTurns.limit { turns.append(direction) }
        return nil
    }

    /// The next press that has waited, when it is known where it leads.
    mutating func next(_ planner: ActionPlanner) -> ActionPlanner.Action? {
        if planner.isReader { clear() }
        guard !planner.isStepUncertain, let direction = turns.popFirst() else { return nil }
        return planner.turn(direction, count: 1)
    }

    /// The request, which is about to be sent; a jump ends the wait of all presses.
    mutating func passed(by request: Request) -> Request {
        switch request {
        case .jump, .jumpToItem: clear()
        default: break
        }
        return request
    }

    mutating func clear() { turns = [] }
}
