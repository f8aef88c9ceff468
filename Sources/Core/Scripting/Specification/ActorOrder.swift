/// The state of an actor between its steps, from which follows what it can do next.
struct ActorOrder: StepOrder {
    private var presence: ActorPresence
    private var holdsDrag = false

    /// An actor that never joins in its steps is in the room before the first.
    init(_ steps: [PlacedStep<Step.Action>]) {
        presence = steps.contains { $0.action == .join } ? .outside : .inRoom
    }

    mutating func enterRepetition() {}
    mutating func leaveRepetition() {}
    mutating func enterWay() {}
    mutating func leaveWay() {}

    mutating func join() -> String? {
        defer { presence = .inRoom }
        return presence == .outside ? nil : "the actor is in the room already; remove this `join`"
    }

    mutating func reconnect() -> String? {
        defer { presence = .inRoom }
        return presence == .cut ? nil : "`reconnect` requires a `cut` before it"
    }

    mutating func cut() -> String? {
        defer { (presence, holdsDrag) = (.cut, false) }
        return requireRoom("`cut`")
    }

    mutating func leave() -> String? {
        defer { (presence, holdsDrag) = (.outside, false) }
        return requireRoom("`leave`")
    }

    /// Begins a drag, which a later step ends when it is held.
    mutating func beginDrag(isHeld: Bool) -> String? {
        if let problem = requireRoom() { return problem }
        defer { holdsDrag = isHeld }
        return holdsDrag ? "another drag is still held; `release` or `cancel` it first" : nil
    }

    mutating func endDrag(_ keyword: String) -> String? {
        if let problem = requireRoom() { return problem }
        defer { holdsDrag = false }
        return holdsDrag ? nil : "`\(keyword)` requires a held drag before it: `drag: {…, release: false}`"
    }

    /// Does something that drops a held drag.
    mutating func dropDrag() -> String? {
        if let problem = requireRoom() { return problem }
        holdsDrag = false
        return nil
    }

    func requireRoom(_ step: String = "this step") -> String? {
        switch presence {
        case .inRoom: nil
        case .outside: "\(step) requires a `join` before it"
        case .cut: "\(step) requires a `reconnect` before it"
        }
    }
}

extension Step.Action { typealias Order = ActorOrder }
