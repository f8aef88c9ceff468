/// The part of a script for load runs, beside its actors.
package struct LoadScript: Hashable, Sendable {
    /// The number of rooms the users are spread over. With one, the room is the target's own; with more, each has its
    /// number at the end of the name: `talk-1`, `talk-2`.
    package var rooms = 1
    /// The end of the run; nil: when every user has ended.
    package var durationMilliseconds: Int64?
    package var chaos: [FaultPlan] = []
    package var thresholds: [Threshold] = []
    /// A plain WebSocket endpoint instead of a Riffle server.
    package var plain: PlainEndpoint?

    package init() {}
}

extension Script {
    /// The key that makes the script a load run; nil for a scene.
    package var loadWord: String? {
        if load.plain != nil { return "target" }
        for actor in actors {
            switch actor.population {
            case .one: continue
            case .closed, .staged: return "users"
            case .open: return "rate"
            }
        }
        return load.chaos.isEmpty ? nil : "chaos"
    }
}
