/// The limits of a script. A value beyond one is an error with its place.
package enum ScriptLimits {
    /// Bytes of a file: a script is written by hand.
    package static let fileBytes = 1 << 20
    /// Values in a file after its aliases are followed, so that a short file cannot unfold without end.
    package static let values = 100_000
    /// Mappings and lists inside each other.
    package static let depth = 32
    package static let actors = 1_000
    /// A day: a longer time has the wrong unit.
    package static let durationMilliseconds: Int64 = 86_400_000
    package static let dragSamples = 10_000
    /// Pages of one drag.
    package static let dragPages = 1_000.0
    /// Pages on either side in an expectation.
    package static let positionPages = 1_000_000_000.0
    package static let repetitions = 1_000_000
    /// Cells of a terminal in one direction.
    package static let cells = 10_000
    package static let members = 1_000_000
    /// Users of a load run, of one actor.
    package static let users = 1_000_000
    package static let rooms = 100_000
    /// Users an actor starts in a second.
    package static let startsPerSecond = 100_000.0
    /// Bytes of a message to a plain endpoint, as the script has it.
    package static let messageBytes = 1 << 16
    /// Bytes of a URL of an HTTP request.
    package static let urlBytes = 8_192
    /// Stages of one actor.
    package static let stages = 1_000
    package static let faults = 1_000
    package static let thresholds = 1_000
    /// Bytes, rows and columns of a file with data.
    package static let dataBytes = 64 << 20
    package static let dataRows = 1_000_000
    package static let dataColumns = 256
    /// Files with data of one script.
    package static let dataFiles = 64
    package static let variables = 1_000
    /// Rounds of a `while`.
    package static let whileRounds = 1_000_000
    /// Ways that a `choose` chooses among, and the weight of one.
    package static let choices = 1_000
    package static let weight = 1_000_000
    /// Characters of the name of a check, and bytes of a regular expression.
    package static let checkName = 100
    package static let patternBytes = 4_096
}
