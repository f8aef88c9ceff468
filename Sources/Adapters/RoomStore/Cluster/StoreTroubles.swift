import Platform

/// Reasons why the parts of a cluster's store fail, at this moment.
final class StoreTroubles: Sendable {
    enum Part: CaseIterable {
        case appends
        /// Statements about rooms.
        case rooms
        /// Statements about nodes.
        case leases
    }

    private let state = Locked([Part: StoreTrouble]())
    private let onChange: @Sendable (StoreTrouble?) -> Void

    /// - Parameter onChange: called on any thread with the value of `first` when it has changed.
    init(onChange: @escaping @Sendable (StoreTrouble?) -> Void) {
        self.onChange = onChange
    }

    /// The most important one; nil when all parts work.
    var first: StoreTrouble? { state.withLock { Self.first(of: $0) } }

    /// Notes why a part fails; nil when it works.
    func note(_ trouble: StoreTrouble?, of part: Part) {
        let (before, now) = state.withLock { troubles in
            let before = Self.first(of: troubles)
            troubles[part] = trouble
            return (before, Self.first(of: troubles))
        }
        if before != now { onChange(now) }
    }

    private static func first(of troubles: [Part: StoreTrouble]) -> StoreTrouble? {
        Part.allCases.lazy.compactMap { troubles[$0] }.first
    }
}
