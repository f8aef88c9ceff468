import LoadTesting
import Scripting

/// Description of a planned run, for `--dry-run`.
struct PlanText {
    let lines: [String]

    /// Number of intervals in the course of arrivals.
    private static let intervals: Int64 = 10

    init(_ scene: LoadScene, file: String, target: String, preflight: Preflight) {
        let plan = scene.plan
        var rows: [(name: String, value: String)] = [
            ("script", "\(file): \(scene.script.title ?? "without a title")"),
            ("target", "\(target), \(plan.rooms == 1 ? "one room" : "\(plan.rooms) rooms")"),
        ]
        let starts = plan.starts()
        rows.append(("users", "\(plan.users) in all, at most \(preflight.users.reduce(0, +)) at one time"))
        rows += PlanText.course(starts, plan.durationMilliseconds).map { ("", $0) }
        rows += PlanText.requests(scene.script)
        let end = plan.durationMilliseconds.map { "after \(PlanText.time($0)), when the users that are left leave" }
        let latest =
            scene.script.load.plain == nil ? "; at the latest after \(PlanText.time(plan.latestEndMilliseconds))" : ""
        rows.append(("ends", end ?? "when all users have finished\(latest)"))
        if scene.script.load.warmupSeconds > 0 {
            rows.append(("warm-up", "\(scene.script.load.warmupSeconds)s, which figures and thresholds leave out"))
        }
        rows += preflight.rows
        rows += scene.script.load.chaos.map { ("fault", PlanText.text(of: $0)) }
        rows += scene.script.load.commands.map {
            ("command", "at \(PlanText.time($0.atMilliseconds)): \($0.text.printableLine)")
        }
        rows += scene.script.load.thresholds.map { threshold in
            let end = threshold.abort.map { "; ends the run after \(PlanText.time($0.afterMilliseconds)) or later" }
            return ("threshold", threshold.text + (end ?? ""))
        }
        rows += scene.notes.map { ("note", $0) }
        lines = rows.map { row in
            row.name + String(repeating: " ", count: max(0, 13 - row.name.count)) + row.value
        }
    }

    /// Users that have arrived and are not planned to leave, at eleven times. Users may finish their steps earlier.
    private static func course(_ starts: [LoadPlan.Start], _ duration: Int64?) -> [String] {
        let last = starts.compactMap { $0.untilMicroseconds ?? $0.afterMicroseconds }.max() ?? 0
        let end = min(last, (duration ?? .max / 1_000) * 1_000)
        guard end > 0 else { return [] }
        let course = (0...intervals).map { number in
            let moment = end * number / intervals
            let users = starts.count { $0.afterMicroseconds <= moment && moment < $0.untilMicroseconds ?? .max }
            return "\(time(moment / 1_000)) \(users)"
        }
        return ["arrivals: " + course.joined(separator: ", ")]
    }

    /// The steps with requests before the connection, by actor.
    private static func requests(_ script: Script) -> [(name: String, value: String)] {
        script.actors.compactMap { actor in
            let calls = actor.before.flatMap(\.flattened).compactMap { step -> String? in
                if case .http(let call) = step.action { call.words.printableLine } else { nil }
            }
            return calls.isEmpty ? nil : ("before", "\(actor.name): \(calls.joined(separator: ", "))")
        }
    }

    private static func text(of chaos: FaultPlan) -> String {
        let fault =
            switch chaos.trouble {
            case .drop: "connections drop"
            case .delay: "received messages are delayed"
            case .stopReading: "users stop reading"
            }
        let actors = chaos.actors.isEmpty ? "all" : chaos.actors.joined(separator: ", ")
        let span = chaos.forMilliseconds.map { " for \(time($0))" } ?? ""
        return "at \(time(chaos.atMilliseconds)) \(fault)\(span): \(chaos.part * 100) % of \(actors)"
    }

    static func time(_ milliseconds: Int64) -> String {
        milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }
}
