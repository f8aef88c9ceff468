package import Foundation

extension Process {
    private static let starts = Locked(())

    /// Starts the process while no other thread starts one.
    package func start() throws { try Process.alone { try run() } }

    /// Runs `start`, which starts a process, while no other thread starts one.
    ///
    /// Foundation learns of the end of a process from a socket that only that process holds. Another process that a thread
    /// starts at the same moment would inherit the socket, and `waitUntilExit` would wait for both.
    package static func alone<Result>(_ start: () throws -> Result) rethrows -> Result {
        try starts.withLock { try start() }
    }
}
