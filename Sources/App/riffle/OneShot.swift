import Platform

/// One value from one thread to another that waits for it.
final class OneShot<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    func give(_ value: Value) {
        self.value.change { $0 = value }
    }

    /// Waits for the value and takes it; a second call would wait forever.
    @discardableResult
    func wait() -> Value {
        while true {
            if let taken = value.wait(for: { $0.take() }) { return taken }
        }
    }

    /// Waits for the value at most so long and takes it; nil after a timeout.
    func wait(milliseconds: Int64) -> Value? {
        value.wait(milliseconds: milliseconds) { $0.take() }
    }
}

/// Waits for asynchronous work on a thread that may block, such as the main thread of a command.
///
/// Never call it from an event loop: it would block all of the loop's connections.
enum Awaited {
    static func result<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) throws -> Success {
        let result = OneShot<Result<Success, any Error>>()
        Task.detached {
            do {
                result.give(.success(try await body()))
            } catch {
                result.give(.failure(error))
            }
        }
        return try result.wait().get()
    }
}
