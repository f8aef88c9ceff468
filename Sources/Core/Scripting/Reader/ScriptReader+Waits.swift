import PagingEngine
import PagingRoom

extension ScriptReader {
    mutating func wait(_ node: ScriptNode) -> Wait? {
        if node.text != nil { return word(node, "a wait", among: ["rest"]).map { _ in Wait(.rest) } }
        guard var fields = fields(of: node, "a wait", known: ScriptKeys.wait) else { return nil }
        let within = fields.take("within").map { duration($0, "within") } ?? Wait.standardWithinMilliseconds
        let by = fields.take("by")
        let given = ScriptKeys.conditions.compactMap { key in fields.take(key).map { (key: key, value: $0) } }
        guard given.count == 1, let only = given.first else {
            report("a wait is for one of \(ScriptKeys.conditions.joined(separator: ", "))", at: node)
            return nil
        }
        if let by, only.key != "event" { report("`by` goes with `event`", at: by) }
        guard let condition = condition(only.key, only.value, by: by), let within else { return nil }
        return Wait(condition, withinMilliseconds: within)
    }

    private mutating func condition(_ key: String, _ value: ScriptNode, by: ScriptNode?) -> Wait.Condition? {
        switch key {
        case "rest": return .rest
        case "for": return duration(value, "a wait").map { .time(milliseconds: $0) }
        case "event": return event(value, by: by)
        case "page": return pageNumber(value).map { .page($0) }
        case "progress": return decimal(value, "progress", in: 0...1).map { .progress($0) }
        case "members":
            return integer(value, "members", in: 1...Int64(ScriptLimits.members)).map { .members(Int($0)) }
        case "member": return personName(value).map { .member($0) }
        default: return text(value, "a barrier's name").map { .barrier($0) }
        }
    }

    private mutating func event(_ node: ScriptNode, by: ScriptNode?) -> Wait.Condition? {
        let actor = by.flatMap { personName($0) }
        guard let name = word(node, "an event", EventName.self) else { return nil }
        guard let by else { return .event(name, by: nil) }
        guard name.saysBy else {
            report("the event \(name.rawValue) does not say who caused it", at: by)
            return nil
        }
        return actor.map { .event(name, by: $0) }
    }

    mutating func expectation(_ node: ScriptNode) -> Expectation? {
        let known = ScriptKeys.expect
        guard var fields = fields(of: node, "an expectation", known: known) else { return nil }
        var expectation = Expectation()
        expectation.page = fields.take("page").flatMap { pageNumber($0) }
        expectation.phase = fields.take("phase").flatMap { word($0, "a phase", Phase.Name.self) }
        expectation.place = place(&fields)
        expectation.selected = fields.take("selected").flatMap { pageNumber($0) }
        expectation.outcome = fields.take("rejected").flatMap { outcome($0) }
        expectation.inStep = fields.take("step").flatMap { word($0, "step", among: ["in"]) } != nil
        if let within = fields.take("within").flatMap({ duration($0, "within") }) {
            expectation.withinMilliseconds = within
        }
        if case .mapping(let entries) = node.content, !entries.contains(where: { $0.key.text != "within" }) {
            report("an expectation expects something: \(known.dropLast().joined(separator: ", "))", at: node)
            return nil
        }
        return expectation
    }

    private mutating func place(_ fields: inout ScriptFields) -> Expectation.Place? {
        let limit = ScriptLimits.positionPages
        let tolerance = fields.take("tolerance")
        let width = tolerance.map { decimal($0, "a tolerance in pages", in: 0...limit) } ?? 0.01
        guard let position = fields.take("position") else {
            if let tolerance { report("`tolerance` goes with `position`", at: tolerance) }
            return nil
        }
        guard let place = decimal(position, "a position in pages", in: -limit...limit), let width else { return nil }
        return Expectation.Place(
            position: Position(units: units(place)), tolerance: Distance(units: units(width)))
    }

    private mutating func outcome(_ node: ScriptNode) -> Expectation.Outcome? {
        let known = Refusal.Code.allCases.map(\.rawValue) + ["none"]
        guard let word = word(node, "rejected", among: known) else { return nil }
        return Refusal.Code(rawValue: word).map { .refused($0) } ?? .accepted
    }
}
