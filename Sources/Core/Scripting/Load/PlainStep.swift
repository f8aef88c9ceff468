/// One step of a user of a plain endpoint. The user connects before its first step and closes after its last one.
package struct PlainStep: RepeatableStep {
    package var action: Action
    /// The line in the file, for reports.
    package var line: Int
    /// The step as written, where it has values that only users have; `action` is then an example.
    package var late: LateStep?

    package init(_ action: Action, line: Int, late: LateStep? = nil) {
        self.action = action
        self.line = line
        self.late = late
    }

    package indirect enum Action: Hashable, Sendable {
        /// An HTTP request before the connection opens; the body of its answer is the message that later steps look at.
        case http(HTTPCall)
        /// A text message.
        case send(Template)
        case sendBinary([UInt8])
        /// As many random bytes.
        case sendRandom(RandomAmount)
        /// A message of the endpoint's profile. Where it has a reply, waits for it as `reply` does.
        case call(PlainCall, withinMilliseconds: Int64)
        /// Waits for the reply to the last message, and times it from the intended send time. Without a reply in
        /// time, an expectation has failed and the user continues.
        case reply(Match, withinMilliseconds: Int64)
        /// Waits for the next push after the user's last step. Every push is timed, also without this step.
        case push(withinMilliseconds: Int64)
        case think(Pause)
        case wait(milliseconds: Int64)
        /// Waits until all users whose steps have this barrier have reached it, as `Wait.Condition.barrier`.
        case barrier(String, withinMilliseconds: Int64)
        /// Repeats steps, as `Step.Action.repeat`.
        case `repeat`(times: Int, everyMilliseconds: Int64? = nil, [PlainStep])
        case flow(Flow<PlainStep>)
        /// Counts whether a condition holds.
        case check(name: String, StepCondition)
        /// Keeps a part of the last message.
        case capture(Capture)
        /// Closes the connection; the last step only.
        case leave
    }

    package var repetition: (times: Int, everyMilliseconds: Int64?, steps: [PlainStep])? {
        guard case .repeat(let times, let every, let steps) = action else { return nil }
        return (times, every, steps)
    }

    /// The step and all steps inside it.
    package var flattened: [PlainStep] {
        switch action {
        case .repeat(_, _, let steps): [self] + steps.flatMap(\.flattened)
        case .flow(let flow): [self] + flow.steps.flatMap(\.flattened)
        default: [self]
        }
    }

    /// The message that is the reply.
    package enum Match: Hashable, Sendable {
        /// A JSON object with the message's `{{id}}` in this field.
        case field(String)
        /// The message itself, byte for byte.
        case echo
        /// The next message.
        case next
        /// The reply to a call, by the profile.
        case call
    }

    /// The longest time to wait for a reply or a push without `within`.
    package static let standardWithinMilliseconds: Int64 = 10_000
}
