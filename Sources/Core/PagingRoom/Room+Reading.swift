package import PagingContent
package import PagingEngine

/// The members, and the room as a newcomer sees it.
extension Room {
    package var pager: Pager { _read { yield shared.pager } }

    /// Number of the last event; 0 before the first.
    package var sequence: Sequence { shared.sequence }

    /// Number of members, viewers and those away included, also those at the edges of a cluster.
    package var population: Int { roster.count + roster.distant.tally.viewers }

    /// Places for members. No record holds viewers at edges, so only a lower limit than that of records counts them.
    var freePlaces: Int { capacity - (capacity < RoomRecord.memberLimit ? population : roster.count) }

    /// Viewers with connections at the edges of a cluster.
    package var distantViewers: Int { roster.distant.tally.present }

    /// Whether a viewer at an edge of a cluster may have this number.
    package func mayBeDistant(_ member: MemberID) -> Bool { roster.mayBeDistant(member) }

    /// All members by number, viewers that are not listed and members away included.
    package var members: [Member] { roster.members }

    /// The member's role, or nil when there is no such member.
    package func role(of member: MemberID) -> Role? { roster[member]?.member.role }

    /// The state a member joining at `now` needs. Call `tick` first: a snapshot reads the state as it is.
    package func snapshot(at now: Instant) -> Replica {
        var replica = shared.replica(at: now)
        (replica.members, replica.viewers) = (roster.listedMembers, roster.publishedViewers)
        replica.control = control
        return replica
    }

    /// The member with this session, or nil when there is none.
    package func member(of session: Session) -> MemberID? { roster.member(of: session) }

    /// The session of a member, and the identity of its present connection with the newest request that came over it. Nil
    /// for a connection without an identity.
    package func connection(of member: MemberID) -> (session: Session, key: ConnectionKey, newest: RequestID)? {
        guard let session = roster[member]?.session, let log = requests[member], let key = log.connection
        else { return nil }
        return (session, key, log.last)
    }

    /// The reason why a new member may not join, or nil when it may. `sessions` are those it comes with and those it would
    /// get; a member with a known session always comes back. A verified presenter passes a lock.
    package func barrier(
        to sessions: Session?..., credential: Credential? = nil, passesLock: Bool = false
    ) -> JoinDenial? {
        if roster.isVoid(sessions, credential) { return .removed }
        if control.isLocked, !passesLock { return .locked }
        return freePlaces > 0 ? nil : .full
    }
}

/// The pager as readers see it; pages and notes by the rights of the reader.
extension Room {
    /// Steps of the target that are shown.
    package var shown: Int { shared.presentation.shown }

    /// The position at `now`, for a client that has every event but may lack the newest offset.
    package func offset(at now: Instant) -> Offset { shared.offset(at: now) }

    /// The notes of the pages in the window. They go to presenters alone.
    package var windowNotes: [PageNotes] { shared.windowNotes }

    /// The files that the pages name.
    package var assetNames: Set<AssetName> { shared.pages.assetNames }

    /// Up to `count` pages from `first` on, without notes and without those beyond an end.
    package func pages(from first: PageIndex, count: Int) -> [WindowPage] {
        shared.pages(from: first, count: count, withNotes: false)
    }

    /// Up to `count` pages from `first` on for `member`, without those beyond an end and those that do not fit into one
    /// answer. Presenters get them with their notes; for other members all must lie within the leash.
    package func pages(from first: PageIndex, count: Int, for member: MemberID) throws(Refusal) -> [WindowPage] {
        let isPresenter = role(of: member) == .presenter
        let pages = shared.pages(from: first, count: count, withNotes: isPresenter)
        if !isPresenter { try control.leash.check(pages, around: pager.origin, pager.configuration) }
        return Array(RoomPages.fitting(pages))
    }

    /// The notes of the pages in the window; for presenters only.
    package func notes(for member: MemberID) -> [PageNotes] {
        role(of: member) == .presenter ? windowNotes : []
    }
}
