package import PagingEngine

/// Who may do what in a room, as everybody is told.
package struct Control: Hashable, Sendable {
    package var policy: Policy
    /// Who has the baton; nil while nobody has it, and where there is none.
    package var holder: MemberID?
    /// The number of the newest grant; 0 before the first.
    package var grant: FencingToken
    /// The holder's lease lasts at least until then; its inputs renew it, of which this is told in time.
    package var until: Instant?
    /// Those who wait for the baton, the first first.
    package var asked: [MemberID]
    package var leash: Leash
    /// Whether newcomers are turned away.
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

    /// What outlives a process: whose the baton is does not, but its number goes on, or an input of the life before
    /// could pass for one of the present holder's.
    var lasting: Control { Control(policy: policy, grant: grant, leash: leash, isLocked: isLocked) }

    /// Whether `member`, being what it is, may move the pager.
    package func allows(_ member: MemberID, _ role: Role) -> Bool {
        guard role != .viewer else { return false }
        switch policy {
        case .open: return true
        case .baton: return holder == member
        case .presenters: return role == .presenter
        }
    }
}
