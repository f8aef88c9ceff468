import Dispatch

/// Runs what can only be awaited from a thread that may wait, such as the main thread of a command.
///
/// Never call it from an event loop: everything on that loop would wait.
enum Awaited {
    static func result<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) throws -> Success {
        let handover = OneShot<Result<Success, any Error>>()
        Task.detached {
            do {
                handover.give(.success(try await body()))
            } catch {
                handover.give(.failure(error))
            }
        }
        return try handover.wait().get()
    }
}
