import Testing

@testable import ClusterMembership

/// The inequalities on which the leases rest.
@Suite struct LeaseTimingTests {
    private let timing = LeaseTiming()
    private let drift = LeaseTiming.driftPerThousand

    /// T(1 − ρ) > L(1 + ρ) + ε, and the same without approximation: T on a clock that is fast, L + ε on one that is slow.
    @Test func expulsionComesAfterTheLastWord() {
        #expect(
            timing.observation * (1_000 - drift) > timing.lease * (1_000 + drift) + timing.tolerance * 1_000)
        #expect(
            timing.observation * (1_000 - drift) > (timing.lease + timing.tolerance) * (1_000 + drift) + 10 * 1_000)
    }

    /// A node that ran has renewed its lease before its beat is old enough: it waited for its turn, for the database, and
    /// for its next try to connect; an observer that was confirmed after less than the guard time saw no longer stall.
    @Test func aStallThatTheGuardDoesNotSeeExpelsNobody() {
        let answer: Int64 = 50
        let others = timing.renewal + timing.reconnect.upperBound + answer
        #expect(others + timing.guardTime < timing.observation * (1_000 - 2 * drift) / 1_000)
        #expect(others + 500 > timing.observation * (1_000 - 2 * drift) / 1_000, "so half a second is too long")
    }

    /// The guard does not begin again in ordinary times.
    @Test func aLateAnswerIsNoStall() {
        #expect(timing.renewal + 100 < timing.guardTime)
    }
}
