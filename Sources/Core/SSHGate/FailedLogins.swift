package import PagingEngine

/// Counts refused tokens by address, so that nobody can try many. Keys cannot be guessed and do not count.
package struct FailedLogins<Address: Hashable & Sendable>: Sendable {
    /// Failures of one address within the period, beyond which it has to wait.
    package static var limit: Int { 20 }
    package static var periodMilliseconds: Int64 { 60_000 }
    /// Addresses that are kept; beyond it the oldest periods end early.
    private static var mostAddresses: Int { 10_000 }

    private struct FailureCount {
        var failures: Int
        let endsAt: Instant
    }

    private var counts: [Address: FailureCount] = [:]

    package init() {}

    /// Takes note of a failure.
    package mutating func note(_ address: Address, at now: Instant) {
        if let count = counts[address], count.endsAt > now {
            counts[address]?.failures = count.failures + 1
            return
        }
        if counts.count >= Self.mostAddresses { counts = counts.filter { $0.value.endsAt > now } }
        if counts.count >= Self.mostAddresses { counts = [:] }
        counts[address] = FailureCount(failures: 1, endsAt: now.advanced(byMilliseconds: Self.periodMilliseconds))
    }

    /// Whether an address has to wait before it tries another token. It may watch meanwhile.
    package func isBlocked(_ address: Address, at now: Instant) -> Bool {
        guard let count = counts[address], count.endsAt > now else { return false }
        return count.failures >= Self.limit
    }
}
