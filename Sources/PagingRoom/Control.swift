public import PagingEngine

/// Who may do what in a room, as everybody is told.
public struct Control: Hashable, Sendable {
    public var policy: Policy
    /// Who has the baton; nil while nobody has it, and where there is none.
    public var holder: MemberID?
    /// The number of the newest grant; 0 before the first.
    public var grant: Grant
    /// The holder's lease lasts at least until then; its inputs renew it, of which this is told in time.
    public var until: Instant?
    /// Those who wait for the baton, the first first.
    public var asked: [MemberID]
    public var leash: Leash
    /// Whether newcomers are turned away.
    public var isLocked: Bool

    public init(
        policy: Policy = .open, holder: MemberID? = nil, grant: Grant = Grant(0), until: Instant? = nil,
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
    public func allows(_ member: MemberID, _ role: Role) -> Bool {
        guard role != .viewer else { return false }
        switch policy {
        case .open: return true
        case .baton: return holder == member
        case .presenters: return role == .presenter
        }
    }
}
