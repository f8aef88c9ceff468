import PagingEngine
import PagingRoom
import TerminalView

/// The room as of the last event handled, and the scroll of its pages that this member shares.
struct KnownRoom {
    /// The core may be ahead by other events of the same message. Nil before the room is known.
    private(set) var replica: Replica?
    private var scroll = SharedScroll()

    // MARK: Room

    /// - Parameter follows: whether this member sees what the others see.
    mutating func replace(by next: Replica?, follows: Bool, _ local: inout LocalViewState) {
        if follows { scroll.follow(from: replica, to: next, &local) }
        replica = next
    }

    mutating func apply(_ offset: Offset) { replica?.apply(offset) }

    /// Returns the room before and after the event; nil for one that is not the next.
    mutating func apply(
        _ event: Event, follows: Bool, _ local: inout LocalViewState
    ) -> (before: Replica, after: Replica)? {
        guard let before = replica else { return nil }
        var after = before
        guard after.apply(event) == .applied else { return nil }
        replica = after
        if follows { scroll.follow(from: before, to: after, &local) }
        return (before, after)
    }

    // MARK: Scroll

    var nextDeadline: Instant? { scroll.nextDeadline }

    mutating func scroll(to mark: PageMark) { scroll.scroll(to: mark) }

    mutating func advance(at now: Instant, send: (Request) -> RequestID?) { scroll.advance(at: now, send: send) }

    /// Takes note of an answer; true for one to a scroll that was refused.
    mutating func answered(_ id: RequestID, _ refusal: Refusal? = nil) -> Bool { scroll.answered(id, refusal) }

    /// The connection is new.
    mutating func joined() { scroll.joined() }

    /// The page has another width.
    func relayout(_ local: inout LocalViewState) { scroll.relayout(replica, &local) }
}

extension Member {
    /// The line about a change of this member.
    func line(_ change: Change) -> String {
        "\(name) \(change == .back ? "is back" : change == .away ? "is away" : change.rawValue)"
    }
}
