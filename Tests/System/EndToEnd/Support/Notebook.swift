import Foundation

/// Where a member's thread writes down what it sees and the test's thread reads it.
///
/// `@unchecked Sendable`: `observation` is touched only while `condition` is locked.
final class Notebook: @unchecked Sendable {
    private let condition = NSCondition()
    private var observation = Observation()

    func write(_ change: (inout Observation) -> Void) {
        condition.withLock {
            change(&observation)
            condition.broadcast()
        }
    }

    /// The observation as soon as it is as wanted, or nil when time is up.
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
