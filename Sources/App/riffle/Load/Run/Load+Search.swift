import ArgumentParser
import FoundationEssentials
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

        func text(_ value: Int) -> String {
            let users = "\(value) \(value == 1 ? "user" : "users")"
            guard let perMilliseconds else { return users }
            return users + (perMilliseconds == 1_000 ? "/s" : "/m")
        }
    }

    /// Plays the script with more and more users until the condition fails, then searches the interval. Prints a line
    /// for each trial, and finally the largest value that held.
    func search(_ condition: Threshold, _ order: LoadOrder, _ session: LoadSession) throws {
        var order = order
        let knob = try knob(&order)
        order.overrides.thresholds.append(condition.text)
        let start = course.atLeast ?? knob.start
        let plan = try read(order)
        var search = CapacitySearch(
            from: start, most: max(start, maximum(knob, plan)), trials: course.trials ?? CourseOptions.standardTrials,
            mustHold: course.atLeast != nil)
        var lateValue: Int?
        var lastHeld: LoadReport?
        while let value = search.next {
            var trial = knob.turned(order, to: value)
            // Trials of one value with the same choices would be one trial.
            trial.seed = plan.seed &+ UInt64(search.tally(of: value).count)
            let scene = try read(trial)
            let result = try playing { try session.play(trial, scene) }
            guard let result = result?.folded(), session.signal == nil else { break }
            try checkThatAUserJoined(result, targetText(scene) ?? "")
            let report = report(on: result, scene, session)
            let verdict = Verdict.judge([condition], result)[0]
            let didHold = verdict.held && report.outcome == .passed
            let reason = report.isLate ? "the generator was late" : didHold ? "holds" : "does not hold"
            printLine("\(knob.text(value)): \(reason), \(condition.figure.name) \(verdict.foundText)")
            if report.isLate {
                // It says nothing about the server.
                lateValue = value
                break
            }
            search.note(value, didHold: didHold)
            if didHold, search.held == value { lastHeld = report }
        }
        let isComplete = session.signal == nil && lateValue == nil
        let bounds = search.bounds(isComplete: isComplete, text: knob.text)
        let evidence = search.evidence(text: knob.text)
        lastHeld?.conditions.append(
            LoadReport.Condition("search", (evidence + ["\(bounds) with \(condition.text)"]).joined(separator: "; ")))
        try writeReport(lastHeld)
        evidence.forEach(printLine)
        printLine((session.signal == nil ? "" : "interrupted: ") + "\(bounds) with \(condition.text)")
        if let signal = session.signal { throw ExitCode(128 + signal) }
        if search.isLimitedHere, let held = search.held {
            let reason = isLimited(knob) ? "descriptors and ports allow; see --dry-run" : "a search tries"
            StandardStreams.printError("riffle load: \(knob.text(held)) is as many as \(reason)")
        }
        if let lateValue {
            StandardStreams.printError(
                "riffle load: the generator was late with \(knob.text(lateValue)); "
                    + "share them among processes with --workers")
            throw ExitStatus.late
        }
        if search.isBelowStart { throw ExitStatus.belowBound }
        if search.held == nil { throw ExitStatus.threshold }
    }

    /// A report on standard output must not be mixed with the course of the search.
    private func printLine(_ line: String) {
        if out.contains(where: \.isStandardOutput) {
            StandardStreams.printError(line)
        } else {
            StandardStreams.print(line)
        }
    }

    /// Writes the reports of the last run that held.
    private func writeReport(_ report: LoadReport?) throws {
        let out = out.filter { !$0.isLive }
        guard !out.isEmpty else { return }
        guard let report else { return StandardStreams.printError("riffle load: no report, because no run held") }
        for file in out { try playing { try file.write(report) } }
        let files = out.filter { !$0.isStandardOutput }.map(\.path).joined(separator: ", ")
        if !files.isEmpty {
            printLine("report of the last run that held, with \(report.result.peakUsers) users at most: \(files)")
        }
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
            actor = script.actors[try LoadOverrides.actorIndex(of: name, in: script, option: "--find-max")]
        } catch {
            throw ValidationError("\(error)")
        }
        let start = (stage?.value.users).map { max(1, $0) }
        switch actor.population {
        case .one: return Knob(actor: actor.name, start: start ?? 1)
        case .closed(let users, _): return Knob(actor: actor.name, start: start ?? users)
        case .staged(let stages): return Knob(actor: actor.name, start: start ?? stages.map(\.users).max() ?? 1)
        case .ramping(let stages, _):
            let most = stages.map(\.rate.perSecond).max() ?? 1
            return Knob(
                actor: actor.name, perMilliseconds: 1_000, start: start ?? max(1, Int(most.rounded())))
        case .open(let rate, _, _):
            return Knob(
                actor: actor.name, perMilliseconds: rate.perMilliseconds,
                start: start ?? max(1, Int(rate.count.rounded())))
        }
    }

    /// Whether users need descriptors and ports.
    private func isLimited(_ knob: Knob) -> Bool { knob.perMilliseconds == nil && !sim }

    /// Largest value that the machines can try.
    private func maximum(_ knob: Knob, _ scene: LoadScene) -> Int {
        let bound = 1_000_000
        guard isLimited(knob) else { return bound }
        let facts = Preflight(users: [0], sources: source.count)
        let each = (Int(clamping: facts.descriptors) - facts.neededDescriptors) / scene.connectionsPerUser
        // The other actors need a part of them.
        return max(
            1, min(bound, each * agents.processes(workers), facts.ports * facts.sources * agents.agentsCount) * 9 / 10)
    }
}
