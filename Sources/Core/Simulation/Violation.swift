/// A rule that a world broke.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Nothing is published before its commit, and nothing published is lost in a crash.
        case durability
        /// Without faults, all members return and see the same.
        case convergence
        /// No member misses an event or gets another one under its number.
        case order
        /// No move is accepted under another fencing token than the present one, which never decreases.
        case fencing
        /// No page is skipped or counted twice.
        case pages
        /// Everything has a limit.
        case bounds
        /// Notes are for presenters.
        case notes
        /// Events of a room stay in the room.
        case separation
        /// A number of a member stands for one session.
        case identity
        /// Members report the picture that their room showed; only presenters are told who is in step, and at the end that
        /// all are.
        case picture
        /// Connections are used as they may be.
        case backpressure
    }

    package let rule: Rule
    /// World time, in milliseconds.
    package let milliseconds: Int64
    /// The observation.
    package let text: String

    package var description: String { "\(rule.rawValue), at \(milliseconds) ms: \(text)" }
}
