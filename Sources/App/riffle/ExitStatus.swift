import ArgumentParser

/// The exit codes of commands.
enum ExitStatus {
    static let failure = ExitCode(1)
    static let usage = ExitCode(64)
    static let unreadable = ExitCode(65)
    static let unreachable = ExitCode(69)
    static let version = ExitCode(76)
    static let refused = ExitCode(77)
    static let belowBound = ExitCode(97)
    static let late = ExitCode(98)
    static let threshold = ExitCode(99)
    static let interrupted = ExitCode(130)
    static let terminated = ExitCode(143)

    /// All exit codes with their meaning.
    static let table: [(code: ExitCode, meaning: String)] = [
        (.success, "success, also the end of a talk that was followed or recorded"),
        (failure, "failure: an expectation, a file, a timeout"),
        (usage, "wrong usage of the command"),
        (unreadable, "a deck, script or recording does not parse, or a store is damaged"),
        (unreachable, "no server after all attempts, or no riffle-paper for an export"),
        (version, "the server speaks another protocol version"),
        (refused, "the server or the room refused, or an operator closed the room"),
        (belowBound, "riffle load --find-max: the number of --at-least does not hold"),
        (late, "a load run with a late generator is invalid, or two runs are not decided"),
        (threshold, "a threshold or an expectation of a load run did not hold"),
        (interrupted, "Ctrl-C (clean exit)"),
        (terminated, "SIGTERM (clean exit)"),
    ]

    /// Runs `work`. An error is written to standard error with the name of `command` and ends the program with `code`.
    static func orEnd<Value>(
        _ command: String, with code: ExitCode = failure, _ work: () throws -> Value
    ) throws -> Value {
        do {
            return try work()
        } catch {
            StandardStreams.printError("\(command): \(error)")
            throw code
        }
    }
}
