package import PagingEngine
package import PagingRoom

/// What the caller does for a runner, in this order. Actors are numbered by their place in the script.
package enum RunnerEffect: Hashable, Sendable {
    /// Connects and joins with the actor's name and role; answered by `joined` or `refused`.
    case connect(actor: Int)
    /// Sends a request. The tag comes back with the answer; a drag's samples have no answer and no tag.
    case request(actor: Int, RequestTag?, Request)
    /// Drops the connection without a word, and stays away.
    case cut(actor: Int)
    /// Connects again and resumes as the same member; answered by `joined` or `refused`.
    case reconnect(actor: Int)
    /// Says goodbye and closes.
    case leave(actor: Int)
    case log(LogLine)
    /// Every actor has come to the end of its steps. Said once.
    case finished
}

/// A line of what happens, for people.
package struct LogLine: Hashable, Sendable {
    package var at: Instant
    package var actor: String
    /// The line of the script it is about.
    package var line: Int
    package var text: String

    package init(at: Instant, actor: String, line: Int, text: String) {
        self.at = at
        self.actor = actor
        self.line = line
        self.text = text
    }
}

/// Something a script said would be and was not.
package struct ScriptFailure: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// The line of the script that failed.
    package var line: Int
    package var actor: String
    package var at: Instant
    package var expected: String
    package var found: String
    /// Whether something did not come in time, rather than came otherwise.
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
