import Glibc
import LoadTesting
import Platform
import Scripting

/// Runs the commands of a script's `chaos` at their moments, on separate threads, and notes how each ended.
final class CommandRunner: Sendable {
    private struct State {
        var ends: [CommandOutcome.End]
        var running: [Int: ShellCommand] = [:]
        var isOver = false
    }

    /// By their moments.
    private let plans: [CommandPlan]
    private let state: Locked<State>

    /// Milliseconds from the request to end until a command is killed.
    private static let endMilliseconds: Int64 = 2_000

    init(_ plans: [CommandPlan]) {
        self.plans = plans.sorted { ($0.atMilliseconds, $0.line) < ($1.atMilliseconds, $1.line) }
        state = Locked(State(ends: plans.map { _ in .notRun }))
    }

    /// Starts the clock of the run.
    func begin(at start: LoadTime) {
        guard !plans.isEmpty else { return }
        NamedThread.start("load commands") { [self] in
            for number in plans.indices {
                let rest = start.microseconds / 1_000 + plans[number].atMilliseconds - MonotonicClock.milliseconds
                let isOver = state.wait(milliseconds: max(0, rest)) { $0.isOver ? true : nil } ?? false
                guard !isOver else { return }
                run(number)
            }
        }
    }

    private func run(_ number: Int) {
        let command = state.change { state -> ShellCommand? in
            guard !state.isOver else { return nil }
            do throws(ShellCommand.StartFailure) {
                let command = try ShellCommand(plans[number].text)
                state.running[number] = command
                return command
            } catch {
                state.ends[number] = .unstarted("\(error)")
                return nil
            }
        }
        guard let command else { return }
        NamedThread.start("load command") { [self] in
            command.wait()
            state.change { state in
                state.running[number] = nil
                let end = command.takeEnd()
                switch end {
                case .killed where state.isOver: state.ends[number] = .stopped
                case .exited(let status): state.ends[number] = .exited(status)
                case .killed(let signal): state.ends[number] = .killed(signal: signal)
                }
            }
        }
    }

    /// How each command has ended so far.
    var endsByNow: [CommandOutcome.End] { state.withLock(\.ends) }

    /// Ends the commands that still run. Returns all commands with how they ended.
    func end() -> [CommandOutcome] {
        func signal(_ number: Int32) {
            state.change { state in
                state.isOver = true
                for command in state.running.values { command.send(number) }
            }
        }
        signal(SIGTERM)
        if state.wait(milliseconds: CommandRunner.endMilliseconds, for: { $0.running.isEmpty ? () : nil }) == nil {
            signal(SIGKILL)
            _ = state.wait(milliseconds: CommandRunner.endMilliseconds) { $0.running.isEmpty ? () : nil }
        }
        // A command of another user, for example, takes no signal from this one.
        state.change { state in
            for number in state.running.keys { state.ends[number] = .unended }
        }
        return zip(plans, state.withLock(\.ends)).map { CommandOutcome($0, $1) }
    }
}
