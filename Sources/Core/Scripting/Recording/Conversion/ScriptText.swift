import PagingContent
import PagingEngine

/// A script as YAML, a step a line. What it writes reads back as the same script.
struct ScriptText {
    private(set) var lines: [String] = []

    /// - Parameter remarks: lines for people at the top.
    init(_ script: Script, remarks: [String] = []) {
        precondition(script.load.plain == nil, "Only scenes in rooms are written")
        lines += remarks.map { "# " + $0 }
        lines.append("riffle: \(Script.version)")
        if let title = script.title { lines.append("title: \(YAMLWord.quoted(title))") }
        write(script.room)
        if let seed = script.seed { lines.append("seed: \(seed)") }
        lines.append("actors:")
        for actor in script.actors { write(actor) }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func write(_ room: Script.Room) {
        let preset = "preset: \(room.preset.rawValue)"
        switch room.source {
        case .deck(let path): lines.append("room: {\(preset), deck: \(YAMLWord.quoted(path))}")
        case .supplier(let supplier):
            guard let pages = supplier.list else {
                return lines.append("room: {\(preset), supplier: \(supplier.word)}")
            }
            lines += ["room:", "  \(preset)", "  pages:"]
            if pages.isEmpty { lines[lines.count - 1] += " []" }
            for page in pages { lines.append("    - " + page.entry) }
        }
    }

    private mutating func write(_ actor: Script.Actor) {
        lines.append("  - name: \(YAMLWord.quoted(actor.name))")
        lines.append("    role: \(actor.role.rawValue)")
        if case .closed(let users, let spread) = actor.population {
            lines += ["    users: \(users)", "    spread: \(spread)ms"]
        }
        if case .open(let rate, let time, let most) = actor.population {
            let unit = rate.perMilliseconds == 60_000 ? "m" : "s"
            lines += ["    rate: \(YAMLWord.number(rate.count))/\(unit)", "    most: \(most)"]
            if let time { lines.append("    for: \(time)ms") }
        }
        lines.append("    steps:" + (actor.steps.isEmpty ? " []" : ""))
        for step in actor.steps { write(step, indent: "      ") }
    }

    private mutating func write(_ step: Step, indent: String) {
        switch step.action {
        case .repeat(let times, let every, let steps):
            lines += ["\(indent)- repeat:", "\(indent)    times: \(times)"]
            if let every { lines.append("\(indent)    every: \(every)ms") }
            lines.append("\(indent)    steps:" + (steps.isEmpty ? " []" : ""))
            for step in steps { write(step, indent: indent + "      ") }
        case .content(.pages(let pages)):
            lines.append("\(indent)- content:")
            lines.append("\(indent)    pages:" + (pages.isEmpty ? " []" : ""))
            for page in pages { lines.append("\(indent)      - " + page.entry) }
        case .drag(let plan) where plan.samples.count > 4: writeLong(plan, indent: indent)
        default: lines.append("\(indent)- \(step.action.yaml)")
        }
    }

    private static let pointsInALine = 5

    private mutating func writeLong(_ plan: DragPlan, indent: String) {
        lines += ["\(indent)- drag:", "\(indent)    path: ["]
        var rest = plan.points[...]
        while !rest.isEmpty {
            let line = rest.prefix(ScriptText.pointsInALine)
            rest = rest.dropFirst(ScriptText.pointsInALine)
            lines.append("\(indent)      " + line.joined(separator: ", ") + (rest.isEmpty ? "]" : ","))
        }
        if let ending = plan.endingWord { lines.append("\(indent)    \(ending)") }
    }
}

extension Supplier {
    /// As scripts name it; lists are written out.
    fileprivate var word: String {
        switch self {
        case .numbers, .listed, .delayed: "numbers"
        case .animals(let seed): "'animals:\(seed)'"
        }
    }
}

extension Page {
    fileprivate var entry: String {
        var fields = ["id: \(YAMLWord.quoted(id.text))"]
        if !title.isEmpty, title != id.text { fields.append("title: \(YAMLWord.quoted(title))") }
        if !body.isEmpty { fields.append("body: \(YAMLWord.quoted(body))") }
        if format != .plain { fields.append("format: \(format.rawValue)") }
        if steps > 0 { fields.append("steps: \(steps)") }
        return "{" + fields.joined(separator: ", ") + "}"
    }
}
