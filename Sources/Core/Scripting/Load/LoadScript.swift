/// What a script says about a run under load, beside its actors.
package struct LoadScript: Hashable, Sendable {
    /// Users are spread over so many rooms in turn; with one it is the target's own, with more each has its number at the
    /// end of the name: `talk-1`, `talk-2`.
    package var rooms = 1
    /// When the run ends whatever is left to do; nil: when every user has come to its end.
    package var durationMilliseconds: Int64?
    package var chaos: [FaultPlan] = []
    package var thresholds: [Threshold] = []
    /// A plain WebSocket endpoint in place of a Riffle server; nil for Riffle.
    package var plain: PlainEndpoint?

    package init() {}
}

extension Script {
    /// What in it only a load run can play, in the script's own words; nil for a scene.
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
