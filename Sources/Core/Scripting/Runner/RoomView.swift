import PagingEngine
import PagingRoom

/// The room as one actor knows it, and whether more events of the same cause follow.
struct RoomView {
    /// A replica with the difference of the clocks.
    struct Moment: Hashable {
        let replica: Replica
        /// The room's clock minus the runner's.
        let clockDifferenceMilliseconds: Int64

        func localTime(of server: Instant) -> Instant {
            server.advanced(byMilliseconds: -clockDifferenceMilliseconds)
        }

        func position(at now: Instant) -> Position {
            replica.position(at: now.advanced(byMilliseconds: clockDifferenceMilliseconds))
        }
    }

    /// The newest replica; nil before the actor joined and after it left.
    private(set) var current: Moment?
    private var hasMoreToHear = false

    /// Takes a new replica.
    mutating func look(at replica: Replica, serverTime: Instant, now: Instant) {
        current = Moment(replica: replica, clockDifferenceMilliseconds: serverTime.milliseconds(since: now))
        hasMoreToHear = false
    }

    /// Takes the event that led to the newest replica.
    mutating func hear(_ event: Event) {
        hasMoreToHear = current.map { RoomView.hearsMore(after: event, in: $0.replica) } ?? false
    }

    mutating func leave() { current = nil }

    /// Whether the pager rests and no more events of the same cause follow.
    var seesRest: Bool { !hasMoreToHear && current?.replica.isAtRest == true }

    /// Whether more events of the same cause follow `event`. Between two of them nothing moves either: after a
    /// release the animation is still to be announced, and after an arrival the page.
    ///
    /// - Parameter replica: the room with the event, and perhaps with later ones of the same message.
    private static func hearsMore(after event: Event, in replica: Replica) -> Bool {
        guard event.sequence == replica.sequence else { return true }
        switch event.change {
        case .dragEnded, .interrupted, .target, .completed: return !replica.standsOnItsPage
        default: return false
        }
    }

    /// The time at which the current animation reaches the part of `condition`.
    func animationTime(of condition: Wait.Condition) -> Instant? {
        guard case .progress(let part) = condition, let current,
            case .settling(let animation) = current.replica.phase
        else { return nil }
        let length = Double(animation.end.milliseconds(since: animation.start)) * part
        return current.localTime(of: animation.start.advanced(byMilliseconds: Int64(length.rounded(.up))))
    }
}

extension Replica {
    /// Whether the pager rests on its page. A pager that runs freely may stay between two pages.
    fileprivate var standsOnItsPage: Bool {
        target == settled && (configuration.release == .free || position == Position(page: settled))
    }
}
