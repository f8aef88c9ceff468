/// A rule that a world broke.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        /// Nothing is told before it is safe, and nothing that was told is lost in a crash.
        case durability
        /// Left alone, everybody comes back and sees the same.
        case convergence
        /// Nobody misses an event, and nobody is told another one under its number.
        case order
        /// No move is obeyed under another number of the baton than the present one, which never goes back.
        case fencing
        /// No page is skipped or counted twice.
        case pages
        /// Everything has a limit.
        case bounds
        /// Notes are for presenters.
        case notes
        /// What a room says stays in the room.
        case separation
        /// A number of a member stands for one session.
        case identity
        /// Who says what it shows says what the room showed; presenters hear of it, nobody else, and in the end that
        /// everybody is in step.
        case picture
        /// Connections are used as they may be.
        case manners
    }

    package let rule: Rule
    /// World time, in milliseconds.
    package let milliseconds: Int64
    /// What was seen.
    package let text: String

    package var description: String { "\(rule.rawValue), at \(milliseconds) ms: \(text)" }
}
