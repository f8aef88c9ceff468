package import Foundation

extension Process {
    private static let starts = Locked(())

    /// Starts the process as `alone` does.
    package func start() throws { try Process.alone { try run() } }

    /// Starts a process by `start` while no other thread starts one.
    ///
    /// Foundation learns of the end of a process from a socket that only this process holds. Another one that a thread starts at
    /// the same moment would inherit the socket, and `waitUntilExit` would wait for both.
    package static func alone<Result>(_ start: () throws -> Result) rethrows -> Result {
        try starts.withLock { try start() }
    }
}
