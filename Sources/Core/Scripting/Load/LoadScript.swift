/// The part of a script for load runs, beside its actors.
package struct LoadScript: Hashable, Sendable {
    /// The number of rooms the users are spread over. With one, the room is the target's own; with more, each has its
    /// number at the end of the name: `talk-1`, `talk-2`.
    package var rooms = 1
    /// The end of the run; nil: when every user has ended.
    package var durationMilliseconds: Int64?
    /// The start of the run that figures and thresholds leave out, in whole seconds.
    package var warmupSeconds = 0
    package var chaos: [FaultPlan] = []
    /// Commands of `chaos`, in the script's order.
    package var commands: [CommandPlan] = []
    package var thresholds: [Threshold] = []
    /// The consequence of the loss of an agent on another machine.
    package var agentLoss = AgentLoss.void
    /// A plain WebSocket endpoint instead of a Riffle server.
    package var plain: PlainEndpoint?
    /// The rows of its data, in the order of the script.
    package var tables: [DataTable] = []
    /// Warnings that only its text shows.
    package var warnings: [ScriptWarning] = []

    package init() {}
}

/// Consequence of the loss of an agent of a run.
package enum AgentLoss: String, Hashable, Sendable, CaseIterable {
    /// The run ends with an error and without a verdict.
    case void
    /// The others go on, and the report says which part of the users is missing.
    case shrink
}

extension Script {
    /// The key that makes the script a load run; nil for a scene.
    package var loadWord: String? {
        if load.plain != nil { return "target" }
        for actor in actors {
            guard actor.before.isEmpty else { return "before" }
            switch actor.population {
            case .one: continue
            case .closed: return "users"
            case .staged, .ramping: return "stages"
            case .open: return "rate"
            }
        }
        return load.chaos.isEmpty && load.commands.isEmpty ? nil : "chaos"
    }
}

/// A fault on purpose at a moment of a load run.
package struct FaultPlan: Hashable, Sendable {
    package enum Trouble: Hashable, Sendable {
        /// Breaks connections without a close; users reconnect as clients do.
        case drop
        /// Delays messages to users by a random time.
        case delay(Pause)
        /// Stops reading the users' sockets.
        case stopReading
    }

    package var atMilliseconds: Int64
    package var trouble: Trouble
    /// The duration of the fault; nil for `drop`.
    package var forMilliseconds: Int64?
    /// The actors; empty: all.
    package var actors: [String]
    /// The share of their users, 0 … 1, chosen at random.
    package var part: Double
    package var line: Int

    package init(
        atMilliseconds: Int64, trouble: Trouble, forMilliseconds: Int64? = nil, actors: [String] = [],
        part: Double = 1, line: Int
    ) {
        self.atMilliseconds = atMilliseconds
        self.trouble = trouble
        self.forMilliseconds = forMilliseconds
        self.actors = actors
        self.part = part
        self.line = line
    }
}
