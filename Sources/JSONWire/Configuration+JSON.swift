import PagingEngine

extension Configuration {
    /// The preset of this name, with the fields that stand beside it in place of the preset's.
    init(_ fields: borrowing FieldReader) throws(Fault) {
        self.init(try fields.word("preset", Preset.self))
        if let slots = try fields.integerIfAny("slots", 1...9) {
            guard slots % 2 == 1 else { throw fields.fault("slots", "an odd number is due") }
            windowSlots = Int(slots)
        }
        release = try fields.objectIfAny("release") { rule throws(Fault) in try Release(rule) } ?? release
        settle = try fields.objectIfAny("settle") { curve throws(Fault) in try Settle(curve) } ?? settle
        recentring = try fields.wordIfAny("recentring") ?? recentring
        wrap = try fields.wordIfAny("wrap") ?? wrap
        maximumStep = try fields.integerIfAny("maxStep", 1...100) ?? maximumStep
        grabWhileSettling = try fields.wordIfAny("grabWhileSettling") ?? grabWhileSettling
        edge = try fields.wordIfAny("edge") ?? edge
        axis = try fields.wordIfAny("axis") ?? axis
        if let units = try fields.integerIfAny("slop", 0...Position.unitsPerPage) {
            dragSlop = Distance(units: units)
        }
        if let speed = try fields.integerIfAny("fling", 1...Velocity.bound) {
            flingVelocity = Velocity(unitsPerSecond: speed)
        }
        itemThousandths = try fields.integerIfAny("item", 1...1_000) ?? itemThousandths
        spacingPoints = try fields.integerIfAny("spacing", 0...1_000) ?? spacingPoints
        leaseMilliseconds = try fields.integerIfAny("lease", Configuration.times) ?? leaseMilliseconds
    }

    /// Milliseconds of any time in a configuration: a minute is longer than anybody waits for a page.
    fileprivate static let times: ClosedRange<Int64> = 1...60_000

    /// Writes every field, flat.
    func write(to writer: inout JSONWriter) {
        writer.field("preset", preset)
        writer.field("slots", windowSlots)
        writer.object("release") { release.write(to: &$0) }
        writer.object("settle") { settle.write(to: &$0) }
        writer.field("recentring", recentring)
        writer.field("wrap", wrap)
        writer.field("maxStep", maximumStep)
        writer.field("grabWhileSettling", grabWhileSettling)
        writer.field("edge", edge)
        writer.field("axis", axis)
        writer.field("slop", dragSlop)
        writer.field("fling", flingVelocity)
        writer.field("item", itemThousandths)
        writer.field("spacing", spacingPoints)
        writer.field("lease", leaseMilliseconds)
    }
}

extension Configuration.Release {
    private enum Rule: String, CaseIterable { case half, projected, threshold, free, refused }

    init(_ fields: borrowing FieldReader) throws(Fault) {
        switch try fields.word("rule", Rule.self) {
        case .half: self = .half
        case .projected: self = .projected(timeMilliseconds: try fields.integer("time", Configuration.times))
        case .threshold: self = .threshold(viewportThousandths: try fields.integer("viewport", 1...1_000))
        case .free: self = .free
        case .refused: self = .refused
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .half: writer.field("rule", Rule.half)
        case .projected(let time):
            writer.field("rule", Rule.projected)
            writer.field("time", time)
        case .threshold(let thousandths):
            writer.field("rule", Rule.threshold)
            writer.field("viewport", thousandths)
        case .free: writer.field("rule", Rule.free)
        case .refused: writer.field("rule", Rule.refused)
        }
    }
}

extension Configuration.Settle {
    init(_ fields: borrowing FieldReader) throws(Fault) {
        switch try fields.word("curve", CurveName.self) {
        case .linear: self = .linear(durationMilliseconds: try fields.integer("duration", Configuration.times))
        case .spring: self = .spring(responseMilliseconds: try fields.integer("response", Configuration.times))
        case .decay: self = .decay
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .linear(let duration):
            writer.field("curve", CurveName.linear)
            writer.field("duration", duration)
        case .spring(let response):
            writer.field("curve", CurveName.spring)
            writer.field("response", response)
        case .decay: writer.field("curve", CurveName.decay)
        }
    }
}
