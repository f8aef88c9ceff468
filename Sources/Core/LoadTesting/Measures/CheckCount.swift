/// How often a check of the script held.
package struct CheckCount: Hashable, Sendable, Codable {
    package var passed = 0
    package var failed = 0

    package init() {}

    package var all: Int { passed + failed }

    /// The share that held; nil without any.
    package var rate: Double? { all == 0 ? nil : Double(passed) / Double(all) }

    mutating func note(_ held: Bool) {
        if held { passed += 1 } else { failed += 1 }
    }

    mutating func add(_ other: CheckCount) {
        passed += other.passed
        failed += other.failed
    }

    mutating func subtract(_ earlier: CheckCount) {
        passed -= earlier.passed
        failed -= earlier.failed
    }
}

extension LoadCounts {
    /// The counts of one check, or of all.
    package func checks(named name: String?) -> CheckCount {
        if let name { return checks[name] ?? CheckCount() }
        return checks.values.reduce(into: CheckCount()) { $0.add($1) }
    }
}
