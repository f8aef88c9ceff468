package import PagingEngine
package import PagingRoom

/// An action for the caller, in order. Actors are numbered by their place in the script.
package enum RunnerEffect: Hashable, Sendable {
    /// Connects and joins with the actor's name and role; answered by `joined` or `refused`.
    case connect(actor: Int)
    /// Sends a request. The answer carries the tag; a drag's samples have no answer and no tag.
    case request(actor: Int, RequestTag?, Request)
    /// Breaks the connection without a close, and stays away.
    case cut(actor: Int)
    /// Connects again and resumes as the same member; answered by `joined` or `refused`.
    case reconnect(actor: Int)
    /// Leaves the room and closes.
    case leave(actor: Int)
    case log(LogLine)
    /// Every actor has ended. Sent once.
    case finished
}

/// A line of the log.
package struct LogLine: Hashable, Sendable {
    package var at: Instant
    package var actor: String
    /// The line of the script.
    package var line: Int
    package var text: String

    package init(at: Instant, actor: String, line: Int, text: String) {
        self.at = at
        self.actor = actor
        self.line = line
        self.text = text
    }
}

/// A difference between the script and the run.
package struct ScriptFailure: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// The line of the script that failed.
    package var line: Int
    package var actor: String
    package var at: Instant
    package var expected: String
    package var found: String
    /// Whether the actor ran out of time.
    package var isOutOfTime = false

    package init(file: String, line: Int, actor: String, at: Instant, expected: String, found: String) {
        self.file = file
        self.line = line
        self.actor = actor
        self.at = at
        self.expected = expected
        self.found = found
    }

    /// One line: `file:line: actor: expected …, found …`.
    package var description: String { "\(file):\(line): \(actor): expected \(expected), found \(found)" }
}
