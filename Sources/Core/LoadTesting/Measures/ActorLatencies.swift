import Scripting

/// The values of all users, by actor and measure.
struct ActorLatencies: Sendable {
    /// An actor whose users the run plays.
    private struct Actor: Sendable {
        let name: String
        let tag: String?
        let isApart: Bool
        /// The groups of its values by second: those of reports, and those that thresholds name.
        let groups: [String]
    }

    private let actors: [Actor]
    /// The values of one actor after the other; then those of no user.
    private var rows: [LoadResult.Latencies]

    init(_ actors: [Script.Actor], namedByThresholds named: [Figure.Selection]) {
        self.actors = actors.map { actor in
            let own = Figure.Selection.actor(actor.name)
            let shown: Figure.Selection? = actor.tag.map { .tag($0) } ?? (actor.isApart ? own : nil)
            let groups = [shown, named.contains(own) && shown != own ? own : nil].compactMap { $0?.text }
            return Actor(name: actor.name, tag: actor.tag, isApart: actor.isApart, groups: groups)
        }
        rows = Array(repeating: LoadResult.Latencies(), count: (actors.count + 1) * Measure.allCases.count)
    }

    /// - Parameter actor: the place of the user's actor in the script; nil for a value between users.
    mutating func record(_ measure: Measure, _ value: Int64, naive: Int64?, of actor: Int?) {
        let row = min(actor ?? actors.count, actors.count) * Measure.allCases.count + measure.order
        rows[row].corrected.record(value)
        if let naive { rows[row].naive.record(naive) }
    }

    func groups(of actor: Int?) -> [String] {
        guard let actor, actor < actors.count else { return [] }
        return actors[actor].groups
    }

    /// Whether the actor stays out of the measures of the whole run.
    func isApart(_ actor: Int?) -> Bool {
        guard let actor, actor < actors.count else { return false }
        return actors[actor].isApart
    }

    /// Puts the values into a result without any.
    func fill(_ result: inout LoadResult) {
        for (place, actor) in actors.enumerated() {
            let own = values(at: place)
            result.actors.append(
                LoadResult.Actor(name: actor.name, tag: actor.tag, isApart: actor.isApart, latencies: own))
            // The lateness of the generator makes all figures void, whosever step was late.
            result.latencies.add(actor.isApart ? own.filter { $0.key == .lag } : own)
        }
        result.latencies.add(values(at: actors.count))
    }

    private func values(at place: Int) -> [Measure: LoadResult.Latencies] {
        let count = Measure.allCases.count
        return zip(Measure.allCases, rows[(place * count)..<((place + 1) * count)]).reduce(into: [:]) {
            if $1.1.corrected.count > 0 { $0[$1.0] = $1.1 }
        }
    }
}
