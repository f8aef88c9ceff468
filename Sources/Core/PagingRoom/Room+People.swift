package import PagingEngine

extension Room {
    /// Lets somebody in. `session` is a fresh secret from the caller; `name` nil means one made of the number.
    package mutating func join(
        name: String?, role: Role, session: Session, at now: Instant, into effects: inout [RoomEffect]
    ) -> MemberID {
        tick(at: now, into: &effects)
        precondition(barrier(to: nil) == nil, "a room that lets nobody in is not joined")
        beginLoad(into: &effects)
        let attendee = roster.add(name: name, role: role, session: session)
        if attendee.isListed { emit(.member(attendee.member, .joined), into: &effects) }
        announceAudience(at: pager.now, into: &effects)
        noteRest()
        noteComing(of: attendee.member.id)
        return attendee.member.id
    }

    /// Takes the member of `session` back on a new connection; nil when the session is not known (any more).
    ///
    /// It goes by `name` from now on, where there is one, and is no more than `limit`, which is what its token says now.
    /// A drag held on the connection before is lost with it: the new one numbers its drags afresh.
    package mutating func rejoin(
        _ session: Session, name: String? = nil, atMost limit: Role = .presenter, at now: Instant,
        into effects: inout [RoomEffect]
    ) -> MemberID? {
        tick(at: now, into: &effects)
        guard let member = roster.member(of: session), let attendee = roster[member] else { return nil }
        advance(.holderGone, by: member, at: now, into: &effects)
        roster.setBack(member)
        let hasChanged = roster.change(member, name: name, atMost: limit)
        if attendee.member.isAway || hasChanged, attendee.isListed, let back = roster[member]?.member {
            emit(.member(back, .back), into: &effects)
        }
        if roster[member]?.member.role == .viewer { forgetBaton(of: member, at: pager.now, into: &effects) }
        sendOffsetIfDue(at: pager.now, into: &effects)
        noteRest()
        noteComing(of: member)
        return member
    }

    /// The member's connection is lost: a drag it holds is lost too, the member itself is expected back for 10 s.
    package mutating func disconnect(_ member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard let attendee = roster[member], !attendee.member.isAway else { return }
        advance(.holderGone, by: member, at: now, into: &effects)
        roster.setAway(member, at: pager.now)
        if attendee.isListed, let away = roster[member]?.member { emit(.member(away, .away), into: &effects) }
        sendOffsetIfDue(at: pager.now, into: &effects)
        noteRest()
        noteGoing(of: member)
    }

    /// The member says goodbye.
    package mutating func leave(_ member: MemberID, at now: Instant, into effects: inout [RoomEffect]) {
        guard roster[member] != nil else { return }
        advance(.holderGone, by: member, at: now, into: &effects)
        depart(member, into: &effects)
        announceAudience(at: pager.now, into: &effects)
        sendOffsetIfDue(at: pager.now, into: &effects)
        noteRest()
    }

    /// Why a newcomer is not let in; nil when the way is free. Who comes back with a session the room knows is not
    /// asked. `session` is one it does not know.
    package func barrier(to session: Session?) -> JoinDenial? {
        if let session, roster.isVoid(session) { return .removed }
        if control.isLocked { return .locked }
        return population < capacity ? nil : .full
    }

    /// Shows `member` out; its session is void.
    mutating func remove(
        _ member: MemberID, by presenter: MemberID, at now: Instant, into effects: inout [RoomEffect]
    ) -> Refusal? {
        guard let attendee = roster[member], member != presenter else {
            return Refusal(.badRequest, "member: nobody else here has number \(member.number)")
        }
        advance(.holderGone, by: member, at: now, into: &effects)
        roster.void(attendee.session)
        effects.append(.removed(member))
        depart(member, into: &effects)
        announceAudience(at: pager.now, into: &effects)
        return nil
    }

    mutating func depart(_ member: MemberID, into effects: inout [RoomEffect]) {
        guard let attendee = roster[member] else { return }
        roster.remove(member)
        noteGoing(of: member)
        if attendee.isListed { emit(.member(attendee.member, .left), into: &effects) }
        forgetBaton(of: member, at: pager.now, into: &effects)
        if pointer?.by == member { point(nil, into: &effects) }
    }

    mutating func announceAudience(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = roster.audienceDue, due <= now else { return }
        emit(.audience(viewers: roster.tellAudience(at: now)), into: &effects)
    }
}
