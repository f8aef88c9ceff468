import PagingRoom

/// Something an actor waits for, and how long at most.
package struct Wait: Hashable, Sendable {
    /// How long a wait lasts at most when the script does not say.
    package static let standardWithinMilliseconds: Int64 = 10_000

    package var condition: Condition
    package var withinMilliseconds: Int64

    package init(_ condition: Condition, withinMilliseconds: Int64 = standardWithinMilliseconds) {
        self.condition = condition
        self.withinMilliseconds = withinMilliseconds
    }

    package enum Condition: Hashable, Sendable {
        /// The pager rests, and everything this actor asked for has been answered and seen.
        case rest
        /// So many milliseconds pass.
        case time(milliseconds: Int64)
        /// An event comes. It counts when it came after the actor's last own action and after the event it last
        /// waited for, so that none is missed between two steps.
        case event(EventName, by: String?)
        /// The pager rests on this page.
        case page(PageNumber)
        /// The pager settles and this part of the time, 0 … 1, is over. A flight that ended meanwhile does not
        /// count; the wait goes on to the next.
        case progress(Double)
        /// At least so many people are in the room and not away.
        case members(Int)
        /// This actor is in the room and not away.
        case member(String)
        /// All actors that wait at this barrier have come to it; those that have ended are not waited for.
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

    /// Whether the event says who caused it, or whom it is about: `control` who has the baton now.
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
    /// The name of an event, nil for one nobody waits for.
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
