import PagingEngine
import PagingRoom

extension Performer {
    /// Whether the pager has come to rest, and all there is to tell of that has been told.
    var seesRest: Bool { !hasMoreToHear && view?.replica.isAtRest == true }

    /// Whether more events of the same cause come after `event`. Between two of them nothing moves either: a hand has let go
    /// and the flight is not told yet, or the flight has arrived and the page is not told yet.
    ///
    /// - Parameter replica: with the event, and perhaps with those after it that came in the same message.
    static func hearsMore(after event: Event, in replica: Replica) -> Bool {
        guard event.sequence == replica.sequence else { return true }
        switch event.change {
        case .dragEnded, .interrupted, .target, .completed: return !replica.standsOnItsPage
        default: return false
        }
    }
}

extension Replica {
    /// Whether nothing is left to do where nothing moves. A pager that runs freely may stay between two pages.
    fileprivate var standsOnItsPage: Bool {
        target == settled && (configuration.release == .free || position == Position(page: settled))
    }
}
