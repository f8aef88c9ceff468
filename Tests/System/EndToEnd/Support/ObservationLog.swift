import Foundation

/// The observations of a member, written by its thread and read by the thread of the test.
///
/// `@unchecked Sendable`: `observation` is touched only while `condition` is locked.
final class ObservationLog: @unchecked Sendable {
    private let condition = NSCondition()
    private var observation = Observation()

    func write(_ change: (inout Observation) -> Void) {
        condition.withLock {
            change(&observation)
            condition.broadcast()
        }
    }

    /// Waits for an observation that satisfies `isWanted`; nil when the deadline has passed.
    func wait(before deadline: Date, until isWanted: (Observation) -> Bool) -> Observation? {
        condition.withLock {
            while !isWanted(observation) {
                guard condition.wait(until: deadline) else { return isWanted(observation) ? observation : nil }
            }
            return observation
        }
    }

    var now: Observation { condition.withLock { observation } }
}
