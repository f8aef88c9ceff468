import Scripting

/// Values of the command line that replace those of the script.
struct LoadOverrides: Codable, Hashable, Sendable {
    /// Value for an actor. Without a name it is for the only actor that has a population.
    struct Named<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        var actor: String?
        var value: Value
    }

    /// Number of new users in a period.
    struct Rate: Codable, Hashable, Sendable {
        var count: Double
        var perMilliseconds: Int64
    }

    /// Same as `Scripting.RampStage`, for JSON.
    struct Ramp: Codable, Hashable, Sendable {
        var forMilliseconds: Int64
        var users: Int
    }

    /// Reason why the values do not fit the script.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    var users: [Named<Int>] = []
    var rates: [Named<Rate>] = []
    /// Consecutive stages of one actor.
    var stages: [Named<Ramp>] = []
    var durationMilliseconds: Int64?
    /// Whether the run has a duration, whatever the script says.
    var hasDuration: Bool { durationMilliseconds != nil || !stages.isEmpty }
    /// Thresholds beside those of the script, as they were written.
    var thresholds: [String] = []
    /// The time before which those thresholds do not end the run; nil: they never do.
    var abortAfterMilliseconds: Int64?
    var warmupSeconds: Int?

    /// Users of an open population at one time, when no option sets the limit.
    static let usersAtMost = 10_000

    /// Script with the values of the command line.
    func applied(to script: Script) throws(Problem) -> Script {
        var script = script
        for rate in rates {
            let index = try LoadOverrides.actorIndex(of: rate.actor, in: script, option: "--rate")
            script.actors[index].population = LoadOverrides.open(rate.value, script.actors[index].population)
        }
        for users in users {
            let index = try LoadOverrides.actorIndex(of: users.actor, in: script, option: "--users")
            script.actors[index].population = LoadOverrides.sized(script.actors[index].population, users.value)
        }
        if let first = stages.first {
            let index = try LoadOverrides.actorIndex(of: first.actor, in: script, option: "--stage")
            let stages = stages.map { RampStage(forMilliseconds: $0.value.forMilliseconds, users: $0.value.users) }
            script.actors[index].population = .staged(stages)
            script.load.durationMilliseconds = RampStage.length(of: stages)
        }
        if let durationMilliseconds { script.load.durationMilliseconds = durationMilliseconds }
        if let warmupSeconds { script.load.warmupSeconds = warmupSeconds }
        try addThresholds(to: &script)
        if let end = script.load.durationMilliseconds, Int64(script.load.warmupSeconds) * 1_000 >= end,
            script.load.warmupSeconds > 0
        {
            throw Problem(
                description: "expected a warm-up that is shorter than the run of \(end)ms, got "
                    + "\(script.load.warmupSeconds)s; see `warmup`, --warmup, --duration and --stage")
        }
        return script
    }

    private func addThresholds(to script: inout Script) throws(Problem) {
        for text in thresholds {
            var threshold: Threshold
            do throws(Threshold.Problem) { threshold = try Threshold(text) } catch {
                throw Problem(description: "--threshold: \(error)")
            }
            if let problem = threshold.problem(in: script) { throw Problem(description: "--threshold: \(problem)") }
            if let abortAfterMilliseconds {
                if let problem = threshold.abortProblem { throw Problem(description: "--abort-after: \(problem)") }
                threshold.abort = Threshold.EarlyEnd(afterMilliseconds: abortAfterMilliseconds)
            }
            script.load.thresholds.append(threshold)
        }
    }

    private static func open(_ rate: Rate, _ population: Population) -> Population {
        let rate = Population.Rate(count: rate.count, perMilliseconds: rate.perMilliseconds)
        switch population {
        case .open(_, let time, let most): return .open(rate: rate, forMilliseconds: time, most: most)
        case .ramping(_, let most): return .open(rate: rate, forMilliseconds: nil, most: most)
        case .one, .closed, .staged: return .open(rate: rate, forMilliseconds: nil, most: usersAtMost)
        }
    }

    private static func sized(_ population: Population, _ users: Int) -> Population {
        switch population {
        case .one, .staged: .closed(users: users, spreadMilliseconds: 0)
        case .closed(_, let spread): .closed(users: users, spreadMilliseconds: spread)
        case .ramping(let stages, _): .ramping(stages, most: users)
        case .open(let rate, let time, _): .open(rate: rate, forMilliseconds: time, most: users)
        }
    }

    /// Index of the actor that an option is for.
    static func actorIndex(of name: String?, in script: Script, option: String) throws(Problem) -> Int {
        let names = script.actors.map(\.name).joined(separator: ", ")
        if let name {
            guard let index = script.actors.firstIndex(where: { $0.name == name }) else {
                throw Problem(description: "\(option): expected an actor of the script (\(names)), got \(name)")
            }
            return index
        }
        let crowds = script.actors.indices.filter { script.actors[$0].population != .one }
        if script.actors.count == 1 { return 0 }
        guard let only = crowds.first, crowds.count == 1 else {
            let among = crowds.isEmpty ? names : crowds.map { script.actors[$0].name }.joined(separator: ", ")
            let which = crowds.isEmpty ? "none of the actors has a population" : "several actors have a population"
            throw Problem(description: "\(option): expected NAME=VALUE with one of \(among), because \(which)")
        }
        return only
    }
}
