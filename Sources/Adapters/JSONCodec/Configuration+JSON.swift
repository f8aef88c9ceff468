import PagingEngine

extension Configuration {
    /// The named preset, changed by the other fields of the object.
    ///
    /// Accepts any integer. The room checks the values and refuses a configuration with `Configuration.flaw`.
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        try self.init(try fields.word("preset"), changedBy: fields)
    }

    private init(_ preset: Preset, changedBy fields: borrowing FieldReader) throws(DecodeError) {
        self.init(preset)
        windowSlots = try fields.numberIfAny("slots").map { Int($0) } ?? windowSlots
        release = try fields.objectIfAny("release") { rule throws(DecodeError) in try Release(rule) } ?? release
        settle = try fields.objectIfAny("settle") { curve throws(DecodeError) in try Settle(curve) } ?? settle
        recentring = try fields.wordIfAny("recentring") ?? recentring
        wrap = try fields.wordIfAny("wrap") ?? wrap
        loopMinimum = try fields.numberIfAny("loopMinimum").map { Int($0) } ?? loopMinimum
        hasStrip = try fields.booleanIfAny("strip") ?? hasStrip
        maximumStep = try fields.numberIfAny("maxStep") ?? maximumStep
        grabWhileSettling = try fields.wordIfAny("grabWhileSettling") ?? grabWhileSettling
        edge = try fields.wordIfAny("edge") ?? edge
        axis = try fields.wordIfAny("axis") ?? axis
        dragSlop = try fields.numberIfAny("slop").map { Distance(units: $0) } ?? dragSlop
        flingVelocity = try fields.numberIfAny("fling").map { Velocity(unitsPerSecond: $0) } ?? flingVelocity
        itemThousandths = try fields.numberIfAny("item") ?? itemThousandths
        spacingPoints = try fields.numberIfAny("spacing") ?? spacingPoints
        leaseMilliseconds = try fields.numberIfAny("lease") ?? leaseMilliseconds
    }

    /// Configuration from a server or a store; throws when it has a flaw.
    ///
    /// It has every field, so a preset of a later version may be read as any other.
    init(checked fields: borrowing FieldReader) throws(DecodeError) {
        try self.init(try fields.wordIfKnown("preset") ?? .threePage, changedBy: fields)
        guard let flaw else { return }
        throw fields.error("preset", "expected values that fit together: \(flaw)")
    }

    /// Writes every field, flat.
    func write(to writer: inout JSONWriter) {
        writer.field("preset", preset)
        writer.field("slots", windowSlots)
        writer.object("release") { release.write(to: &$0) }
        writer.object("settle") { settle.write(to: &$0) }
        writer.field("recentring", recentring)
        writer.field("wrap", wrap)
        writer.field("loopMinimum", loopMinimum)
        writer.field("strip", hasStrip)
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

    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        switch try fields.word("rule", Rule.self) {
        case .half: self = .half
        case .projected: self = .projected(timeMilliseconds: try fields.exactInteger("time"))
        case .threshold: self = .threshold(viewportThousandths: try fields.exactInteger("viewport"))
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
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        switch try fields.word("curve", CurveName.self) {
        case .linear: self = .linear(durationMilliseconds: try fields.exactInteger("duration"))
        case .spring: self = .spring(responseMilliseconds: try fields.exactInteger("response"))
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

extension FieldReader {
    /// Integer that every language represents exactly; nil when the field is missing.
    fileprivate func numberIfAny(_ name: StaticString) throws(DecodeError) -> Int64? {
        try integerIfAny(name, -JSONLimits.exactInteger...JSONLimits.exactInteger)
    }
}
