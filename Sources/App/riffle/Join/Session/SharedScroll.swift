import PagingEngine
import PagingRoom
import TerminalView

/// Sends the own scroll of tall pages to the room, and compares it with the room's.
///
/// One request is under way at a time, ten a second at most, and the newest position counts. A server that does not know
/// the request is not asked again on the same connection: ten unknown requests would end it.
struct SharedScroll {
    /// The newest position that has not been sent.
    private var waiting: PageMark?
    private var sentAt: Instant?
    private var request: RequestID?
    private var isUnderstood = true
    /// The last position sent.
    private var sent: PageMark?

    /// When the next position may be sent.
    var nextDeadline: Instant? {
        guard waiting != nil, request == nil, isUnderstood else { return nil }
        return sentAt?.advanced(byMilliseconds: PointerThrottle.intervalMilliseconds)
            ?? Instant(milliseconds: .min / 2)
    }

    mutating func scroll(to mark: PageMark) { waiting = mark }

    /// Sends the position that waits, if one does and its time has come.
    mutating func advance(at now: Instant, send: (Request) -> RequestID?) {
        guard let nextDeadline, nextDeadline <= now, let mark = waiting else { return }
        (sentAt, sent, waiting) = (now, mark, nil)
        request = send(.scroll(mark.page, at: mark.characters.lowerBound))
    }

    /// Takes note of an answer; true for one to a scroll that was refused.
    mutating func answered(_ id: RequestID, _ refusal: Refusal? = nil) -> Bool {
        guard id == request else { return false }
        request = nil
        if refusal?.code == .unknownType { isUnderstood = false }
        return refusal != nil
    }

    /// The connection is new: its server may be another one, and requests on the old one have no answer.
    mutating func joined() { self = SharedScroll() }

    /// Follows the room from one state to the next: own scrolls end with their page, and where somebody else has
    /// scrolled a page for everybody.
    func follow(from before: Replica?, to after: Replica?, _ local: inout LocalViewState) {
        guard let before, let after else { return }
        if before.settledPage != after.settledPage { local.unscroll() }
        guard before.top != after.top, !isShown(after), let page = (after.top ?? before.top)?.page else { return }
        local.unscroll(page)
    }

    /// The page has another width: the line that this member has scrolled to is another one, the room's character is not.
    func relayout(_ replica: Replica?, _ local: inout LocalViewState) {
        if let replica, isShown(replica) { local.unscroll(replica.top?.page) }
    }

    /// Whether the room shows a page as this member has scrolled it.
    private func isShown(_ replica: Replica) -> Bool {
        guard let sent, let top = replica.top else { return false }
        return sent.page == top.page && sent.characters.lowerBound == top.at
    }
}

extension Replica {
    /// The page on which the pager rests; nil while it is not in the window yet.
    fileprivate var settledPage: PageID? { window.first { $0.index == settled }?.page.id }
}
