import PagingRoom

/// A condition an actor waits for, and the longest time to wait.
package struct Wait: Hashable, Sendable {
    /// The longest time to wait without `within`.
    package static let standardWithinMilliseconds: Int64 = 10_000

    package var condition: Condition
    package var withinMilliseconds: Int64

    package init(_ condition: Condition, withinMilliseconds: Int64 = standardWithinMilliseconds) {
        self.condition = condition
        self.withinMilliseconds = withinMilliseconds
    }

    package enum Condition: Hashable, Sendable {
        /// The pager rests, and all requests of this actor are answered and seen.
        case rest
        /// A time passes.
        case time(milliseconds: Int64)
        /// An event arrives after the actor's last action and after the event it last waited for, so that no event is
        /// missed between two steps.
        case event(EventName, by: String?)
        /// The pager rests on this page.
        case page(PageNumber)
        /// The pager settles and this part of the animation's time, 0 … 1, is over. An animation that ended before
        /// does not count; the wait continues with the next.
        case progress(Double)
        /// At least this many members are in the room and not away.
        case members(Int)
        /// This actor is in the room and not away.
        case member(String)
        /// All actors with this barrier have reached it; those that have ended do not count.
        case barrier(String)
    }
}

/// The events an actor can wait for, named as on the wire; a change of a member is named by the change.
package enum EventName: String, Hashable, Sendable, CaseIterable {
    case dragBegan
    case dragEnded
    case target
    case animation
    case interrupted
    case completed
    case selected
    case shift
    case content
    case dragEnabled
    case loading
    case settings
    case strip
    case revealed
    case joined
    case away
    case back
    case left
    case control

    /// Whether the event names a member: its cause, its subject, or for `control` the holder of the baton.
    package var saysBy: Bool {
        switch self {
        case .dragBegan, .dragEnded, .animation, .interrupted, .content, .dragEnabled, .strip, .revealed, .joined,
            .away, .back, .left, .control:
            true
        case .target, .completed, .selected, .shift, .loading, .settings: false
        }
    }
}

extension EventName {
    /// The name of an event; nil for one that no script waits for.
    init?(_ change: Event.Change) {
        switch change {
        case .dragBegan: self = .dragBegan
        case .dragEnded: self = .dragEnded
        case .target: self = .target
        case .animation: self = .animation
        case .interrupted: self = .interrupted
        case .completed: self = .completed
        case .selected: self = .selected
        case .shift: self = .shift
        case .content: self = .content
        case .dragEnabled: self = .dragEnabled
        case .loading: self = .loading
        case .settings: self = .settings
        case .strip: self = .strip
        case .revealed: self = .revealed
        case .member(_, let change): self.init(change)
        case .control: self = .control
        case .audience, .blank, .pointer: return nil
        }
    }

    private init(_ change: Member.Change) {
        switch change {
        case .joined: self = .joined
        case .away: self = .away
        case .back: self = .back
        case .left: self = .left
        }
    }
}
