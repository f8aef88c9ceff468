package import Scripting

/// A command of a script's `chaos`, and what came of it in a run.
package struct CommandOutcome: Hashable, Sendable {
    package enum End: Hashable, Sendable {
        /// The run was over before the command's moment.
        case notRun
        /// The command still ran when the run was over, and was ended.
        case stopped
        /// The command still ran when the run was over, and could not be ended.
        case unended
        /// The command ended by itself with this exit status.
        case exited(Int32)
        /// The command was ended by this signal of another process.
        case killed(signal: Int32)
        /// The command could not be started, for this reason.
        case unstarted(String)
    }

    package var plan: CommandPlan
    package var end: End

    package init(_ plan: CommandPlan, _ end: End) {
        self.plan = plan
        self.end = end
    }

    /// Whether the command did not do what the script asks for.
    package var isFailure: Bool {
        switch end {
        case .notRun, .stopped, .exited(0): false
        case .unended, .exited, .killed, .unstarted: true
        }
    }

    /// The end in words: `ended with 1`.
    package var endText: String {
        switch end {
        case .notRun: "not run: the run was over"
        case .stopped: "ended with the run"
        case .unended: "could not be ended, and runs on"
        case .exited(let status): "ended with \(status)"
        case .killed(let signal): "was ended by signal \(signal)"
        case .unstarted(let reason): "could not be started: \(reason)"
        }
    }

    /// The command's moment, in seconds from the start of the run: `12.5 s`.
    var momentText: String { "\(Format.number(Double(plan.atMilliseconds) / 1_000)) s" }
}
