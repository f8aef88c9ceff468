/// Reason why a command cannot go on, as a sentence without its full stop.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
}
