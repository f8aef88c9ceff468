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
    static let interrupted = ExitCode(130)
}
