import PagingEngine

/// Control over the pager: who may move it, and the baton as a lease with a fencing token.
///
/// It decides and keeps the state; the room publishes `published` and ends drags of members that have lost control.
struct ControlState: Sendable {
    /// How long the baton is held without an input of its holder.
    static let leaseMilliseconds: Int64 = 30_000
    /// A lease with less than this left is published again with its new end. Samples of a drag renew the lease
    /// silently until then.
    static let renewalMilliseconds: Int64 = 15_000
    /// Members waiting for the baton at most; every event about the baton carries the list.
    static let waitingLimit = 32

    /// The state as last published.
    private(set) var published: Control
    /// The end of the baton's lease; later than `published.until` when inputs have renewed it since.
    private(set) var leaseEndsAt: Instant?

    init(_ control: Control) {
        published = control
    }

    /// Throws when `member` may not move the pager now. `token` is the fencing token the sender believes to hold.
    func checkMove(of member: MemberID, as role: Role, token: FencingToken?, in roster: Roster) throws(Refusal) {
        if published.policy == .baton, let token, token != published.grant {
            let numbers = "grant \(published.grant.number), yours is \(token.number)"
            throw Refusal(.forbidden, "the baton has passed on: \(numbers)")
        }
        guard !published.allows(member, role) else { return }
        guard published.policy == .baton else { throw Refusal(.forbidden, "only presenters move the pager here") }
        guard let holder = published.holder else {
            throw Refusal(.forbidden, "nobody has the baton: request it first")
        }
        let name = roster[holder]?.member.name ?? "member \(holder.number)"
        throw Refusal(.forbidden, "\(name) has the baton")
    }

    /// Applies `action` of `member`. Returns whether there is a change to publish; throws without any change.
    mutating func perform(
        _ action: ControlAction, by member: MemberID, as role: Role, in roster: Roster, at now: Instant
    ) throws(Refusal) -> Bool {
        if case .policy(let policy) = action { return setPolicy(policy) }
        guard published.policy == .baton else { throw Refusal(.disabled, "there is no baton in this room") }
        switch action {
        case .request: return try request(by: member, at: now)
        case .release:
            guard published.holder == member || published.asked.contains(member) else {
                throw Refusal(.forbidden, "somebody else has the baton")
            }
            return remove(member, in: roster, at: now)
        case .grant(let other):
            guard role == .presenter || published.holder == member else {
                throw Refusal(.forbidden, "only the holder or a presenter passes the baton")
            }
            guard let heir = roster[other]?.member, heir.role != .viewer, !heir.isAway else {
                throw Refusal(.badRequest, "to: nobody here who moves the pager has number \(other.number)")
            }
            return published.holder != other && give(to: other, at: now)
        case .take: return published.holder != member && give(to: member, at: now)
        case .policy: return false
        }
    }

    mutating func setLocked(_ isLocked: Bool) -> Bool {
        var next = published
        next.isLocked = isLocked
        return replace(with: next)
    }

    mutating func setLeash(_ leash: Leash) -> Bool {
        var next = published
        next.leash = leash
        return replace(with: next)
    }

    /// Removes `member` as holder and from the waiting list. The next waiting member that is here gets the baton.
    mutating func remove(_ member: MemberID, in roster: Roster, at now: Instant) -> Bool {
        guard published.holder != member else { return passOn(in: roster, at: now) }
        var next = published
        next.asked.removeAll { $0 == member }
        return replace(with: next)
    }

    /// Gives the baton to the next waiting member that is here, or to nobody.
    mutating func passOn(in roster: Roster, at now: Instant) -> Bool {
        give(to: published.asked.first { roster[$0]?.member.isAway == false }, at: now)
    }

    /// Restarts the lease after an input of its holder at `now`. Returns whether the new end must be published.
    mutating func renewLease(of member: MemberID, at now: Instant) -> Bool {
        guard published.holder == member else { return false }
        let end = now.advanced(byMilliseconds: ControlState.leaseMilliseconds)
        leaseEndsAt = end
        guard let until = published.until, until.milliseconds(since: now) < ControlState.renewalMilliseconds else {
            return false
        }
        published.until = end
        return true
    }

    private mutating func setPolicy(_ policy: Policy) -> Bool {
        guard policy != published.policy else { return false }
        leaseEndsAt = nil
        return replace(
            with: Control(
                policy: policy, grant: published.grant, leash: published.leash, isLocked: published.isLocked))
    }

    private mutating func request(by member: MemberID, at now: Instant) throws(Refusal) -> Bool {
        guard let holder = published.holder else { return give(to: member, at: now) }
        guard holder != member else { return renewLease(of: member, at: now) }
        guard !published.asked.contains(member) else { return false }
        guard published.asked.count < ControlState.waitingLimit else {
            throw Refusal(.forbidden, "\(ControlState.waitingLimit) are waiting for the baton already")
        }
        published.asked.append(member)
        return true
    }

    private mutating func give(to member: MemberID?, at now: Instant) -> Bool {
        var next = published
        next.holder = member
        next.until = nil
        if let member {
            next.grant = published.grant.next
            next.asked.removeAll { $0 == member }
            next.until = now.advanced(byMilliseconds: ControlState.leaseMilliseconds)
        }
        leaseEndsAt = next.until
        return replace(with: next)
    }

    private mutating func replace(with next: Control) -> Bool {
        guard next != published else { return false }
        published = next
        return true
    }
}
