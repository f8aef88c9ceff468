import PagingEngine
import PagingRoom

extension Performer {
    /// Whether the pager rests and no more events of the same cause follow.
    var seesRest: Bool { !hasMoreToHear && view?.replica.isAtRest == true }

    /// Whether more events of the same cause follow `event`. Between two of them nothing moves either: after a
    /// release the animation is still to be announced, and after an arrival the page.
    ///
    /// - Parameter replica: the room with the event, and perhaps with later ones of the same message.
    static func hearsMore(after event: Event, in replica: Replica) -> Bool {
        guard event.sequence == replica.sequence else { return true }
        switch event.change {
        case .dragEnded, .interrupted, .target, .completed: return !replica.standsOnItsPage
        default: return false
        }
    }
}

extension Replica {
    /// Whether the pager rests on its page. A pager that runs freely may stay between two pages.
    fileprivate var standsOnItsPage: Bool {
        target == settled && (configuration.release == .free || position == Position(page: settled))
    }
}
