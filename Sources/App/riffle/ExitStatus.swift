import ArgumentParser

/// How a command ends, for scripts.
enum ExitStatus {
    static let failure = ExitCode(1)
    static let usage = ExitCode(64)
    /// A deck or a script does not parse.
    static let unreadable = ExitCode(65)
    /// No server after all attempts.
    static let unreachable = ExitCode(69)
    /// The server speaks something else.
    static let version = ExitCode(76)
    /// The server or the room said no.
    static let refused = ExitCode(77)
    /// A load run's own processes were late, so its figures say nothing.
    static let late = ExitCode(98)
    /// A threshold or an expectation of a load run did not hold.
    static let threshold = ExitCode(99)
    static let interrupted = ExitCode(130)
    static let terminated = ExitCode(143)

    /// Every way to end and what it means.
    static let table: [(code: ExitCode, meaning: String)] = [
        (.success, "done"),
        (failure, "it failed: an expectation, a file, time that ran out"),
        (usage, "the command was not understood"),
        (unreadable, "a deck, script or recording does not parse"),
        (unreachable, "no server after all attempts"),
        (version, "the server speaks something else"),
        (refused, "the server or the room said no"),
        (late, "the load generator itself was late: its figures say nothing"),
        (threshold, "a threshold or an expectation of a load run did not hold"),
        (interrupted, "interrupted by Ctrl-C, in good order"),
        (terminated, "asked to end by SIGTERM, in good order"),
    ]

    /// What `work` throws is said on standard error, behind the name of `command`, and ends the program with `code`.
    static func orEnd<Value>(
        _ command: String, with code: ExitCode = failure, _ work: () throws -> Value
    ) throws -> Value {
        do {
            return try work()
        } catch {
            StandardStreams.say("\(command): \(error)")
            throw code
        }
    }
}
