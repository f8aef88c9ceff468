/// One agent of a run: its clock, its part of the users, and how it was lost.
package struct AgentOutcome: Hashable, Sendable {
    /// The loss of an agent, or of one of its workers.
    package struct WorkerLoss: Hashable, Sendable {
        /// Seconds since the start of the run.
        package var second: Int
        package var reason: String

        package init(second: Int, reason: String) {
            (self.second, self.reason) = (second, reason)
        }
    }

    package var name: String
    /// Microseconds that its clock was ahead of the coordinator's at the start, and the most by which that may be wrong.
    package var offsetMicroseconds: Int64
    package var errorMicroseconds: Int64
    /// The part of the run's users that it played, 0 … 1, and the part that was lost with it.
    package var share: Double
    package var lostShare = 0.0
    package var losses: [WorkerLoss] = []

    package init(name: String, clock: ClockOffset, share: Double) {
        self.name = name
        offsetMicroseconds = clock.microseconds
        errorMicroseconds = clock.errorMicroseconds
        self.share = share
    }
}

extension AgentOutcome {
    /// Its clock in words.
    var clockText: String {
        let sign = offsetMicroseconds < 0 ? "-" : "+"
        let offset = AgentOutcome.milliseconds(offsetMicroseconds.magnitude)
        return "\(sign)\(offset) ms, at most \(AgentOutcome.milliseconds(errorMicroseconds.magnitude)) ms wrong"
    }

    /// Its losses in words; nil without any.
    var lossText: String? {
        guard !losses.isEmpty else { return nil }
        let texts = losses.map { "\($0.reason) after \($0.second) s" }
        return texts.joined(separator: ", ")
            + ": \(AgentOutcome.percent(lostShare)) of the users were missing, and all their figures are left out"
    }

    var shareText: String { AgentOutcome.percent(share) }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    private static func milliseconds(_ microseconds: UInt64) -> String {
        let rest = String(microseconds % 1_000)
        return "\(microseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
