import PagingEngine

extension ConfigurationEdit {
    /// `maxStep: 2` and so on, of those that are given.
    var fields: [String] {
        let given: [(String, String?)] = [
            ("preset", preset?.rawValue), ("slots", windowSlots.map { "\($0)" }), ("release", release?.yaml),
            ("settle", settle?.yaml), ("recentring", recentring?.rawValue), ("wrap", wrap?.rawValue),
            ("loopMinimum", loopMinimum.map { "\($0)" }), ("strip", hasStrip.map { "\($0)" }),
            ("maxStep", maximumStep.map { "\($0)" }), ("grabWhileSettling", grabWhileSettling?.rawValue),
            ("edge", edge?.rawValue), ("axis", axis?.rawValue), ("slop", dragSlop.map { YAMLWord.pages($0.units) }),
            ("fling", flingVelocity.map { YAMLWord.pages($0.unitsPerSecond) }),
            ("item", itemThousandths.map { YAMLWord.thousandths($0) }), ("spacing", spacingPoints.map { "\($0)" }),
            ("lease", leaseMilliseconds.map { "\($0)ms" }),
        ]
        return given.compactMap { name, value in value.map { "\(name): \($0)" } }
    }
}

extension Configuration.Release {
    fileprivate var yaml: String {
        switch self {
        case .half: "half"
        case .free: "free"
        case .refused: "refused"
        case .projected(let milliseconds): "{projected: \(milliseconds)ms}"
        case .threshold(let thousandths): "{threshold: \(YAMLWord.thousandths(thousandths))}"
        }
    }
}

extension Configuration.Settle {
    fileprivate var yaml: String {
        switch self {
        case .decay: "decay"
        case .linear(let milliseconds): "{linear: \(milliseconds)ms}"
        case .spring(let milliseconds): "{spring: \(milliseconds)ms}"
        }
    }
}

extension Expectation {
    /// `page: 3` and so on, of those that are given.
    var fields: [String] {
        var fields: [String] = []
        if let page { fields.append("page: \(page.value)") }
        if let phase { fields.append("phase: \(phase.rawValue)") }
        if let place {
            fields.append("position: \(YAMLWord.pages(place.position.units))")
            fields.append("tolerance: \(YAMLWord.pages(place.tolerance.units))")
        }
        if let selected { fields.append("selected: \(selected.value)") }
        switch outcome {
        case .accepted: fields.append("rejected: none")
        case .refused(let code): fields.append("rejected: \(code.rawValue)")
        case nil: break
        }
        if inStep { fields.append("step: in") }
        if withinMilliseconds != Expectation.standardWithinMilliseconds {
            fields.append("within: \(withinMilliseconds)ms")
        }
        return fields
    }
}
