import CCurl
import Glibc
import Platform

/// The messages between the users' loop and the thread of HTTP, and the descriptors that wake each.
final class HTTPInbox: Sendable {
    enum HTTPCommand: Sendable {
        case send(HTTPRequest, user: Int, at: Int64)
        case end(user: Int)
    }

    private struct InboxContent {
        var commands: [HTTPCommand] = []
        var outcomes: [(user: Int, outcome: HTTPOutcome)] = []
        var isClosed = false
        /// Whether the thread serves; nil until it is known.
        var hasBegun: Bool?
        var hasEnded = false
    }

    private let state = Locked(InboxContent())
    /// Readable while commands wait, and while outcomes wait.
    let commandsWait: Int32
    let outcomesWait: Int32

    /// Nil when the process has no descriptors left.
    init?() {
        (commandsWait, outcomesWait) = (riffle_http_wake_new(), riffle_http_wake_new())
        if commandsWait < 0 || outcomesWait < 0 { return nil }
    }

    deinit {
        Glibc.close(commandsWait)
        Glibc.close(outcomesWait)
    }

    func add(_ command: HTTPCommand) {
        state.withLock { $0.commands.append(command) }
        riffle_http_wake(commandsWait)
    }

    /// Commands that wait; nil once the thread has to end.
    func takeCommands() -> [HTTPCommand]? {
        riffle_http_wake_clear(commandsWait)
        return state.withLock { state -> [HTTPCommand]? in
            guard !state.isClosed else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    func add(_ outcome: HTTPOutcome, user: Int) {
        state.withLock { $0.outcomes.append((user, outcome)) }
        riffle_http_wake(outcomesWait)
    }

    func takeOutcomes() -> [(user: Int, outcome: HTTPOutcome)] {
        riffle_http_wake_clear(outcomesWait)
        return state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }

    /// Lets the thread end, and waits for it.
    func close() {
        state.change { $0.isClosed = true }
        riffle_http_wake(commandsWait)
        _ = state.wait(milliseconds: 5_000) { $0.hasEnded ? true : nil }
    }

    /// Says whether the thread serves.
    func began(_ serves: Bool) {
        state.change { $0.hasBegun = serves }
    }

    /// Waits until it is known whether the thread serves.
    func waitForBegin() -> Bool { state.wait { $0.hasBegun } ?? false }

    func ended() {
        state.change { $0.hasEnded = true }
    }
}
