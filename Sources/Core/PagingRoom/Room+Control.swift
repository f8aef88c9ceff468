import PagingEngine

/// The baton: a lease with a fencing number.
extension Room {
    /// How long the baton is held without an input of its holder.
    static let leaseMilliseconds: Int64 = 30_000
    /// The lease as told is renewed when less than this is left of it, so that a drag does not tell of every sample.
    static let renewalMilliseconds: Int64 = 15_000
    /// More cannot wait for the baton; the list travels with every event about it.
    static let askedLimit = 32

    /// Why `member` may not move the pager now; nil when it may. `grant` is the number its sender believes to hold.
    func objection(toMoveOf member: MemberID, _ role: Role, grant: FencingToken?) -> Refusal? {
        if control.policy == .baton, let grant, grant != control.grant {
            let numbers = "grant \(control.grant.number), yours is \(grant.number)"
            return Refusal(.forbidden, "the baton has passed on: \(numbers)")
        }
        guard !control.allows(member, role) else { return nil }
        guard control.policy == .baton else { return Refusal(.forbidden, "only presenters move the pager here") }
        guard let holder = control.holder else {
            return Refusal(.forbidden, "nobody has the baton: request it first")
        }
        let name = roster[holder]?.member.name ?? "member \(holder.number)"
        return Refusal(.forbidden, "\(name) has the baton")
    }

    /// Does `action`, or says why not.
    mutating func perform(
        _ action: ControlAction, by member: MemberID, _ role: Role, at now: Instant, into effects: inout [RoomEffect]
    ) -> Refusal? {
        if case .policy(let policy) = action {
            setPolicy(policy, at: now, into: &effects)
            return nil
        }
        guard control.policy == .baton else { return Refusal(.disabled, "there is no baton in this room") }
        switch action {
        case .request: return request(by: member, at: now, into: &effects)
        case .release: return release(by: member, at: now, into: &effects)
        case .grant(let other):
            guard role == .presenter || control.holder == member else {
                return Refusal(.forbidden, "only the holder or a presenter passes the baton")
            }
            guard let heir = roster[other]?.member, heir.role != .viewer, !heir.isAway else {
                return Refusal(.badRequest, "to: nobody here who moves the pager has number \(other.number)")
            }
            if control.holder != other { give(to: other, at: now, into: &effects) }
        case .take:
            if control.holder != member { give(to: member, at: now, into: &effects) }
        case .policy: break
        }
        return nil
    }

    private mutating func setPolicy(_ policy: Policy, at now: Instant, into effects: inout [RoomEffect]) {
        guard policy != control.policy else { return }
        leaseEndsAt = nil
        let (grant, leash) = (control.grant, control.leash)
        change(
            Control(policy: policy, grant: grant, leash: leash, isLocked: control.isLocked), at: now, into: &effects)
    }

    private mutating func request(
        by member: MemberID, at now: Instant, into effects: inout [RoomEffect]
    ) -> Refusal? {
        guard let holder = control.holder else {
            give(to: member, at: now, into: &effects)
            return nil
        }
        guard holder != member else {
            renewLease(of: member, at: now, into: &effects)
            return nil
        }
        guard !control.asked.contains(member) else { return nil }
        guard control.asked.count < Room.askedLimit else {
            return Refusal(.forbidden, "\(Room.askedLimit) are waiting for the baton already")
        }
        var next = control
        next.asked.append(member)
        change(next, at: now, into: &effects)
        return nil
    }

    private mutating func release(
        by member: MemberID, at now: Instant, into effects: inout [RoomEffect]
    ) -> Refusal? {
        guard control.holder == member || control.asked.contains(member) else {
            return Refusal(.forbidden, "somebody else has the baton")
        }
        forgetBaton(of: member, at: now, into: &effects)
        return nil
    }

    /// The member neither has the baton any more nor waits for it; the next in turn who is here gets it.
    mutating func forgetBaton(of member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard control.holder != member else {
            return give(to: nextInTurn, at: now, into: &effects)
        }
        var next = control
        next.asked.removeAll { $0 == member }
        change(next, at: now, into: &effects)
    }

    private var nextInTurn: MemberID? {
        control.asked.first { roster[$0]?.member.isAway == false }
    }

    private mutating func give(to member: MemberID?, at now: Instant, into effects: inout [RoomEffect]) {
        var next = control
        next.holder = member
        next.until = nil
        if let member {
            next.grant = control.grant.next
            next.asked.removeAll { $0 == member }
            next.until = max(now, pager.now).advanced(byMilliseconds: Room.leaseMilliseconds)
        }
        leaseEndsAt = next.until
        change(next, at: now, into: &effects)
    }

    /// Changes who may do what. A hand that may not move the pager any more loses it first.
    mutating func change(_ next: Control, at now: Instant, into effects: inout [RoomEffect]) {
        guard next != control else { return }
        for holder in hands where !next.allows(holder, roster[holder]?.member.role ?? .viewer) {
            advance(.holderGone, by: holder, at: now, into: &effects)
        }
        control = next
        emit(.control(next), into: &effects)
    }

    /// Who has a hand on the pager or on the strip of tabs.
    private var hands: [MemberID] {
        var hands: [MemberID] = []
        if case .dragging(let drag) = pager.phase { hands.append(drag.holder) }
        if let strip = pager.strip { hands.append(strip.holder) }
        return hands
    }

    /// An input of the holder, at `now`: the lease begins anew.
    mutating func renewLease(of member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard control.holder == member else { return }
        let now = max(now, pager.now)
        let end = now.advanced(byMilliseconds: Room.leaseMilliseconds)
        leaseEndsAt = end
        guard let told = control.until, told.milliseconds(since: now) < Room.renewalMilliseconds else { return }
        control.until = end
        emit(.control(control), into: &effects)
    }

    /// The lease that has run out at `now` is over: the next in turn gets the baton.
    mutating func endLease(at now: Instant, into effects: inout [RoomEffect]) {
        guard let end = leaseEndsAt, end <= now else { return }
        give(to: nextInTurn, at: now, into: &effects)
    }
}
