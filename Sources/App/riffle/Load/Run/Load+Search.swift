import ArgumentParser
import Foundation
import LoadTesting
import Scripting

extension Load {
    /// Value that a search changes: the users of an actor or the rate at which they come.
    private struct Knob {
        var actor: String
        /// Nil for a number of users, else the period of the rate.
        var perMilliseconds: Int64?
        var start: Int

        func turned(_ order: LoadOrder, to value: Int) -> LoadOrder {
            var order = order
            if let perMilliseconds {
                let rate = LoadOverrides.Rate(count: Double(value), perMilliseconds: perMilliseconds)
                order.overrides.rates.append(.init(actor: actor, value: rate))
            } else {
                order.overrides.users.append(.init(actor: actor, value: value))
            }
            return order
        }

        func words(_ value: Int) -> String {
            guard let perMilliseconds else { return "\(value) users" }
            return "\(value) users/\(perMilliseconds == 1_000 ? "s" : "m")"
        }
    }

    /// Plays the script with more and more users until the condition does not hold, then looks for the number between.
    /// Prints a line for each trial, and at last what held.
    func search(_ condition: Threshold, _ order: LoadOrder, _ session: LoadSession) throws {
        var order = order
        let knob = try knob(&order)
        var search = CapacitySearch(from: knob.start, most: max(knob.start, most(knob)))
        var wasLate = false
        while let value = search.next {
            let trial = knob.turned(order, to: value)
            let scene = try read(trial)
            let start = Date()
            let result = try playing { try session.play(trial, scene) }
            guard let result = result?.folded(), session.signal == nil else { break }
            try tellWhenNobodyCameIn(result, order, scene)
            let report = report(on: result, scene, session, start: start)
            let verdict = Verdict.judge([condition], result)[0]
            wasLate = report.isLate
            let didHold = verdict.held && report.outcome == .passed
            let reason = report.isLate ? "the generator was late" : didHold ? "holds" : "does not hold"
            StandardStreams.print("\(knob.words(value)): \(reason), \(condition.figure.name) \(Load.words(verdict))")
            search.note(value, didHold: didHold)
            if wasLate { break }
        }
        let held = search.held.map(knob.words) ?? "nobody"
        if let signal = session.signal {
            StandardStreams.print("ended early: \(held) or more with \(condition.text)")
            throw ExitCode(128 + signal)
        }
        StandardStreams.print("at most \(held) with \(condition.text)")
        if wasLate {
            StandardStreams.say("riffle load: beyond that the generator itself is too late: give it --workers")
            throw ExitStatus.late
        }
        if search.held == nil { throw ExitStatus.threshold }
    }

    /// Finds the value that the search changes. A stage sets the length of each trial and the users of the first one.
    private func knob(_ order: inout LoadOrder) throws -> Knob {
        let stage = stage.first
        order.overrides.stages = []
        if let stage { order.overrides.durationMilliseconds = stage.value.forMilliseconds }
        let script = try read(order).script
        let name = stage?.actor ?? users.first?.actor ?? rate.first?.actor
        let actor: Script.Actor
        do {
            actor = script.actors[try LoadOverrides.place(of: name, in: script, option: "--find-max")]
        } catch {
            throw ValidationError("\(error)")
        }
        let start = (stage?.value.users).map { max(1, $0) }
        switch actor.population {
        case .one: return Knob(actor: actor.name, start: start ?? 1)
        case .closed(let users, _): return Knob(actor: actor.name, start: start ?? users)
        case .staged(let stages): return Knob(actor: actor.name, start: start ?? stages.map(\.users).max() ?? 1)
        case .open(let rate, _, _):
            return Knob(
                actor: actor.name, perMilliseconds: rate.perMilliseconds,
                start: start ?? max(1, Int(rate.count.rounded())))
        }
    }

    /// The most that can be tried here: users need descriptors and ports, rates end somewhere.
    private func most(_ knob: Knob) -> Int {
        let bound = 1_000_000
        guard knob.perMilliseconds == nil, !sim else { return bound }
        let facts = Preflight(users: [0], sources: source.count)
        let each = Int(clamping: facts.descriptors) - facts.neededDescriptors
        // Those of the other actors need some, too.
        return max(1, min(bound, each * workers, facts.ports * facts.sources) * 9 / 10)
    }

    /// Text of a trial's result.
    private static func words(_ verdict: Verdict) -> String {
        guard let found = verdict.found else { return "nothing of the kind" }
        switch verdict.threshold.figure.subject {
        case .measure("skew", _, .percentile), .measure("skew", _, .maximum), .measure("skew", _, .mean):
            return "\((found * 1_000).rounded() / 1_000) pages"
        case .measure(_, _, .percentile), .measure(_, _, .maximum), .measure(_, _, .mean):
            return LatencyText(Int64(found)).description
        case .measure(_, _, .count), .count, .rejected, .closed:
            return found == found.rounded() ? "\(Int64(found))" : "\(found)"
        }
    }
}
