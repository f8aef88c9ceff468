import PagingEngine

extension ScriptReader {
    /// Any number a field may be given; which ones make sense is the room's to say.
    private static let numbers: ClosedRange<Int64> = -(1 << 53)...1 << 53

    /// A tab's title, or the number of its page.
    mutating func tap(_ node: ScriptNode) -> Step.Tab? {
        guard let text = text(node, "a tab's title or page") else { return nil }
        guard Int64(text) != nil else { return .title(text) }
        return pageNumber(node).map { .number($0) }
    }

    mutating func configuration(_ node: ScriptNode) -> ConfigurationEdit? {
        guard var fields = fields(of: node, "a configuration", known: ScriptKeys.configure) else { return nil }
        if case .mapping(let entries) = node.content, entries.isEmpty {
            report("a configuration is at least one of \(ScriptKeys.configure.joined(separator: ", "))", at: node)
            return nil
        }
        var edit = ConfigurationEdit()
        edit.preset = fields.take("preset").flatMap { word($0, "preset", Preset.self) }
        edit.release = fields.take("release").flatMap { releaseRule($0) }
        edit.settle = fields.take("settle").flatMap { settleRule($0) }
        edit.recentring = fields.take("recentring").flatMap { word($0, "recentring", Configuration.Recentring.self) }
        edit.wrap = fields.take("wrap").flatMap { word($0, "wrap", PageOrder.Wrap.self) }
        edit.hasStrip = fields.take("strip").flatMap { flag($0, "strip") }
        edit.grabWhileSettling = fields.take("grabWhileSettling").flatMap {
            word($0, "grabWhileSettling", Configuration.GrabWhileSettling.self)
        }
        edit.edge = fields.take("edge").flatMap { word($0, "edge", Configuration.Edge.self) }
        edit.axis = fields.take("axis").flatMap { word($0, "axis", Configuration.Axis.self) }
        takeNumbers(&fields, into: &edit)
        return edit
    }

    private mutating func takeNumbers(_ fields: inout ScriptFields, into edit: inout ConfigurationEdit) {
        edit.windowSlots = fields.take("slots").flatMap { number($0, "slots") }.map { Int($0) }
        edit.loopMinimum = fields.take("loopMinimum").flatMap { number($0, "loopMinimum") }.map { Int($0) }
        edit.maximumStep = fields.take("maxStep").flatMap { number($0, "maxStep") }
        edit.spacingPoints = fields.take("spacing").flatMap { number($0, "spacing") }
        edit.dragSlop = fields.take("slop").flatMap { distance($0, "a slop") }
        edit.flingVelocity = fields.take("fling").flatMap { distance($0, "a fling, each second,") }
            .map { Velocity(unitsPerSecond: $0.units) }
        edit.itemThousandths = fields.take("item").flatMap { thousandths($0, "an item, in views,") }
        edit.leaseMilliseconds = fields.take("lease").flatMap { duration($0, "a lease") }
    }

    private mutating func number(_ node: ScriptNode, _ noun: String) -> Int64? {
        integer(node, noun, in: ScriptReader.numbers)
    }

    private mutating func thousandths(_ node: ScriptNode, _ noun: String) -> Int64? {
        decimal(node, noun, in: -1_000...1_000).map { Int64(($0 * 1_000).rounded()) }
    }

    /// A word, or a mapping of one: `half`, `free`, `refused`, `{projected: 99ms}`, `{threshold: 0.3}`.
    private mutating func releaseRule(_ node: ScriptNode) -> Configuration.Release? {
        if case .mapping = node.content {
            guard var fields = fields(of: node, "a release", known: ScriptKeys.releaseRule) else { return nil }
            if let time = fields.take("projected") {
                return duration(time, "a projection").map { .projected(timeMilliseconds: $0) }
            }
            guard let limit = fields.take("threshold") else { return nil }
            return thousandths(limit, "a threshold, in views,").map { .threshold(viewportThousandths: $0) }
        }
        switch word(node, "a release", among: ["half", "free", "refused"]) {
        case "half": return .half
        case "free": return .free
        case "refused": return .refused
        default: return nil
        }
    }

    /// `decay`, `{linear: 200ms}` or `{spring: 350ms}`.
    private mutating func settleRule(_ node: ScriptNode) -> Configuration.Settle? {
        guard case .mapping = node.content else { return word(node, "settle", among: ["decay"]).map { _ in .decay } }
        guard var fields = fields(of: node, "settle", known: ScriptKeys.settleRule) else { return nil }
        if let time = fields.take("linear") {
            return duration(time, "an animation").map { .linear(durationMilliseconds: $0) }
        }
        guard let time = fields.take("spring") else { return nil }
        return duration(time, "a spring's response").map { .spring(responseMilliseconds: $0) }
    }
}
