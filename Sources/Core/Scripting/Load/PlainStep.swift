/// One line of what a user of a plain endpoint does. It connects before its first step and closes after its last one.
package struct PlainStep: Hashable, Sendable {
    package var action: Action
    /// The line of the file it stands on, for reports.
    package var line: Int

    package init(_ action: Action, line: Int) {
        self.action = action
        self.line = line
    }

    package indirect enum Action: Hashable, Sendable {
        /// A text message.
        case send(Template)
        case sendBinary([UInt8])
        /// Waits for the reply to the message sent last, and times it from when that was due; out of time, the user goes on
        /// and an expectation has failed.
        case reply(Match, withinMilliseconds: Int64)
        /// Waits for the next push after the user's last step; every push is timed, waited for or not.
        case push(withinMilliseconds: Int64)
        case think(Pause)
        case wait(milliseconds: Int64)
        /// As `Step.Action.repeat`.
        case `repeat`(times: Int, everyMilliseconds: Int64? = nil, [PlainStep])
        /// Closes. Only at the end of the steps.
        case leave
    }

    /// Which message is the reply.
    package enum Match: Hashable, Sendable {
        /// A JSON object whose field is what stood for `{{id}}` in the message.
        case field(String)
        /// The message itself, byte for byte.
        case echo
        /// Whatever comes next.
        case next
    }

    /// How long a reply or a push may take when the script does not say.
    package static let standardWithinMilliseconds: Int64 = 10_000
}
