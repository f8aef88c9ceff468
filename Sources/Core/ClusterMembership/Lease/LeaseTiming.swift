/// Times of leases, in milliseconds. All nodes of a cluster must have the same.
///
/// Expulsion comes after the last word: `observation` on a clock that is fast must last longer than `lease` and
/// `tolerance` on a clock that is slow. `LeaseTimingTests` holds the inequalities.
package struct LeaseTiming: Hashable, Sendable {
    /// The largest difference between a clock's rate and that of real time, in thousandths.
    package static let driftPerThousand: Int64 = 10
    /// The largest correction of the cluster time, in thousandths of the time that passed.
    package static let slewPerThousand: Int64 = 5

    /// From one renewal to the next.
    package var renewal: Int64 = 250
    /// L: after the sending of a renewal that is confirmed, the owner may speak for so long.
    package var lease: Int64 = 750
    /// ε: words count for so long after the lease that they carry.
    package var tolerance: Int64 = 150
    /// T: from the first news of a beat, without news of a later one, until its node may be expelled.
    package var observation: Int64 = 1_000
    /// An observer whose own renewals were not confirmed for so long counts from the beginning again.
    package var guardTime: Int64 = 400
    /// Bounds of the time until another try after a lost connection, which is chosen by chance.
    package var reconnect: ClosedRange<Int64> = 50...250
    /// From one beat, or ping, to the next.
    package var beat: Int64 = 250
    /// A node that was heard within this time counts as heard, and as live for the choice of an owner.
    package var hearing: Int64 = 1_000
    /// A node ends when its own beats are not heard, and those of another are, for so long. An edge, which no row tells
    /// of, counts as gone after as long without a beat.
    package var unheard: Int64 = 2_000
    /// From one look at the table of nodes to the next.
    package var read: Int64 = 1_000
    /// A clock that may be off by more, to either side, counts as unknown.
    package var clockError: Int64 = 100

    package init() {}

    /// The largest difference that two clocks show after this time, rounded up.
    static func drift(_ milliseconds: Int64) -> Int64 { (milliseconds * 2 * driftPerThousand + 999) / 1_000 }
}
