/// One line of a recording behind its header: what its maker saw, and when.
package struct RecordingLine: Hashable, Sendable {
    /// From the beginning of the recording, on the room owner's clock as its maker knew it; never less than in the
    /// line before.
    package var milliseconds: Int64
    package var content: Content

    package enum Content: Hashable, Sendable {
        /// A snapshot, an event, an offset, pages or notes as they came.
        case message(ServerMessage)
        /// The connection broke, and why. `resumed` or `gap` follows when it is back.
        case lost(reason: String)
        /// It is back, and what was missed follows, event by event.
        case resumed
        /// Something is missing; a snapshot follows.
        case gap
        /// A place somebody wants to find again.
        case mark(String)
    }

    package init(milliseconds: Int64, _ content: Content) {
        self.milliseconds = milliseconds
        self.content = content
    }
}
