package import PagingEngine

/// The rights of members in a room, as published.
package struct Control: Hashable, Sendable {
    package var policy: Policy
    /// The holder of the baton; nil while nobody holds it, and under policies without a baton.
    package var holder: MemberID?
    /// The fencing token of the newest holder; 0 before the first.
    package var grant: FencingToken
    /// Time until which the holder's lease lasts at least; inputs renew it, and a renewal is published before then.
    package var until: Instant?
    /// Members waiting for the baton, in the order of their requests.
    package var asked: [MemberID]
    package var leash: Leash
    /// Whether new members are refused.
    package var isLocked: Bool

    package init(
        policy: Policy = .open, holder: MemberID? = nil, grant: FencingToken = FencingToken(0), until: Instant? = nil,
        asked: [MemberID] = [], leash: Leash = .free, isLocked: Bool = false
    ) {
        self.policy = policy
        self.holder = holder
        self.grant = grant
        self.until = until
        self.asked = asked
        self.leash = leash
        self.isLocked = isLocked
    }

    /// The part that outlives a process: the holder does not, but its token does. Otherwise an input from before a
    /// restart could pass for one of the present holder.
    var lasting: Control { Control(policy: policy, grant: grant, leash: leash, isLocked: isLocked) }

    /// Whether `member` with this role may move the pager.
    package func allows(_ member: MemberID, _ role: Role) -> Bool {
        guard role != .viewer else { return false }
        switch policy {
        case .open: return true
        case .baton: return holder == member
        case .presenters: return role == .presenter
        }
    }

    /// Whether `member` with this role scrolls a page for everybody. In an open room the members scroll for themselves.
    package func sharesScroll(of member: MemberID, _ role: Role) -> Bool {
        allows(member, role) && (role == .presenter || policy == .baton)
    }
}

/// The members, other than viewers, that may move the pager.
package enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Every member and presenter.
    case open
    /// Only the holder of the baton.
    case baton
    case presenters
}

/// The fencing token of the baton: each holder gets a number higher by one, so that inputs an earlier holder has under
/// way are recognised and refused.
package struct FencingToken: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package var next: FencingToken { FencingToken(number + 1) }

    package static func < (left: FencingToken, right: FencingToken) -> Bool { left.number < right.number }
}

/// A request about the baton, or about who may move the pager.
package enum ControlAction: Hashable, Sendable {
    /// Requests the baton: granted at once when nobody has it, else in turn. From its holder, it renews the lease.
    case request
    /// Returns the baton, or stops waiting for it.
    case release
    /// Passes the baton to a member; from the holder or a presenter.
    case grant(to: MemberID)
    /// Takes the baton; for presenters.
    case take
    /// Sets who moves the pager; for presenters.
    case policy(Policy)
}

/// The distance from the window within which members may read by themselves; presenters read everything.
package enum Leash: String, Hashable, Sendable, CaseIterable {
    /// Only the window.
    case none
    /// The window and the pages before it in the row.
    case back
    case free
}

extension Leash {
    /// The pages within the leash for a window around `origin`; nil when it is free. `back` begins at page 0, or at the
    /// window if that begins before: in a loop there is always a page before.
    func reach(around origin: PageIndex, _ configuration: Configuration) -> ClosedRange<PageIndex>? {
        guard self != .free else { return nil }
        let reach = Int64(configuration.windowSlots / 2)
        let (first, last) = (origin + -reach, origin + reach)
        return (self == .back ? min(PageIndex(0), first) : first)...last
    }

    /// Throws unless `pages` lie within the leash.
    func check(_ pages: [WindowPage], around origin: PageIndex, _ configuration: Configuration) throws(Refusal) {
        guard let reach = reach(around: origin, configuration),
            !pages.allSatisfy({ reach.contains($0.index) })
        else { return }
        let ends = "pages \(reach.lowerBound.value) to \(reach.upperBound.value)"
        throw Refusal(.forbidden, "the leash is \(rawValue): \(ends)")
    }
}
