/// Work of a run, which ends when all of it is done, and the fault put into it on purpose.
struct StressPlan {
    /// Protection that is taken out, so that the auditor must find something.
    enum FaultInjection: CaseIterable {
        /// Appends do not name their fence.
        case noFence
        /// Appends name neither their fence nor their owner.
        case noOwnership
        /// Rooms get no new fences after a lost connection.
        case noRefence
    }

    var nodes = 4
    var rooms = 12
    /// Connections cut.
    var cuts = 80
    /// Records known to be committed.
    var records = 5_000
    /// Appends that went on after their connection was cut, and after their node had read the journal.
    var lingering = 8
    /// Expulsions, and hand-overs, at least; nobody is expelled and nothing is handed over with 0.
    var changes = 15
    var fault: FaultInjection?

    var roomNames: [String] { (0..<rooms).map { "room \($0)" } }

    /// A short run with a fault. Nobody is expelled where a lingering append needs the owner that has sent it.
    init(fault: FaultInjection) {
        self.fault = fault
        (cuts, records, lingering) = (0, 0, 6)
        if fault != .noOwnership { changes = 0 }
    }

    init(cuts: Int? = nil, records: Int? = nil) {
        self.cuts = cuts ?? self.cuts
        self.records = records ?? self.records
    }
}

/// Numbers of the events of a run.
struct StressCounts: CustomStringConvertible {
    var cuts = 0
    var records = 0
    var batches = 0
    var lingering = 0
    var expulsions = 0
    var handOvers = 0
    var claims = 0
    var compactions = 0
    /// Rooms that an owner has lost without being told.
    var fenced = 0

    func reaches(_ plan: StressPlan) -> Bool {
        cuts >= plan.cuts && records >= plan.records && lingering >= plan.lingering && expulsions >= plan.changes
            && handOvers >= plan.changes
    }

    var description: String {
        "\(records) records in \(batches) batches, \(cuts) cuts, \(lingering) lingering appends, \(expulsions) expulsions, "
            + "\(claims) claims, \(handOvers) hand-overs, \(compactions) compactions, \(fenced) rooms fenced"
    }
}
