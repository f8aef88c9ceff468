import PagingClient
import PagingEngine

/// Presses of next and back that wait until the page they lead to is known: keys may be faster than the room.
struct HeldTurns {
    private static let limit = 64

    private var turns: ArraySlice<Input.Direction> = []

    /// The action for a press; nil while the press waits. Several pages at a time are a jump, which does not wait.
    mutating func turn(_ direction: Input.Direction, count: Int64, _ planner: ActionPlanner) -> ActionPlanner.Action? {
        guard count == 1, planner.isStepUncertain || !turns.isEmpty else {
            clear()
            return planner.turn(direction, count: count)
        }
        if turns.count < HeldTurns.limit { turns.append(direction) }
        return nil
    }

    /// The next press that has waited, when it is known where it leads.
    mutating func next(_ planner: ActionPlanner) -> ActionPlanner.Action? {
        guard !planner.isStepUncertain, let direction = turns.popFirst() else { return nil }
        return planner.turn(direction, count: 1)
    }

    mutating func clear() { turns = [] }
}
