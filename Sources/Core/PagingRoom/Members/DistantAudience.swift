import PagingEngine

/// The audience at the edges of a cluster, as its room knows it: the newest tally, and the rules that edges were told.
struct DistantAudience: Sendable {
    /// Removed viewers that the rules name: an edge ends their connections as soon as it hears of them.
    private static let removedLimit = 64
    /// Places below which edges admit nobody, so that the room decides about each of the last ones.
    private static let freeMinimum = 256

    private(set) var tally = AudienceTally()
    private var removed: [MemberID] = []
    /// Whether any edge admits viewers.
    private var isAsked = false
    private var toldRules: AudienceRules?

    mutating func take(_ tally: AudienceTally) {
        self.tally = tally
        isAsked = true
    }

    mutating func remove(_ member: MemberID) {
        guard isAsked, !removed.contains(member) else { return }
        if removed.count == DistantAudience.removedLimit { removed.removeFirst() }
        removed.append(member)
    }

    /// Takes the rules if they are new to edges. Of the free places only the order of magnitude counts, so that not every
    /// join changes the rules.
    mutating func takeNewRules(isOpen: Bool, free: Int, void: [Credential]) -> AudienceRules? {
        guard isAsked else { return nil }
        let free = free < DistantAudience.freeMinimum ? 0 : 1 << (Int.bitWidth - 1 - free.leadingZeroBitCount)
        let rules = AudienceRules(isOpen: isOpen && free > 0, free: free, void: void, removed: removed)
        guard rules != toldRules else { return nil }
        toldRules = rules
        return rules
    }
}
