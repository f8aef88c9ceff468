/// Statement that waits for the thread of its connection.
struct QueuedStatement<Target>: Sendable {
    /// Executes the statement and hands its outcome on.
    let execute: @Sendable (Target) throws(PostgresError) -> Void
    /// Says that the outcome is unknown.
    let abandon: @Sendable () -> Void

    /// - Parameter answer: gets the outcome; nil when it is unknown.
    init<Outcome: Sendable>(
        _ body: @escaping @Sendable (Target) throws(PostgresError) -> Outcome,
        answer: @escaping @Sendable (Outcome?) -> Void
    ) {
        execute = { (target: Target) throws(PostgresError) in answer(try body(target)) }
        abandon = { answer(nil) }
    }
}
