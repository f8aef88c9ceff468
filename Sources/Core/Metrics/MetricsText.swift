/// Writes the text format of Prometheus, version 0.0.4: for each family its help and its type, then its samples.
///
/// A name is of `[a-zA-Z_:][a-zA-Z0-9_:]*`, a label's of `[a-zA-Z_][a-zA-Z0-9_]*`; a family is written once and whole.
struct MetricsText {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    mutating func family(_ name: String, _ kind: Kind, help: String) {
        text += "# HELP \(name) \(Self.escaped(help, isLabel: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ value: String, _ labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, isLabel: true))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    /// A family with one sample without labels.
    mutating func value(_ name: String, _ kind: Kind, _ value: String, help: String) {
        family(name, kind, help: help)
        sample(name, value)
    }

    mutating func counter(_ name: String, _ counter: Counter, help: String) {
        value(name, .counter, String(counter.value), help: help)
    }

    mutating func gauge(_ name: String, _ gauge: Gauge, help: String) {
        value(name, .gauge, String(gauge.value), help: help)
    }

    /// A gauge kept in milliseconds, written in seconds, the format's base unit.
    mutating func gauge(_ name: String, milliseconds gauge: Gauge, help: String) {
        family(name, .gauge, help: help)
        sample(name, Self.seconds(microseconds: gauge.value.multipliedReportingOverflow(by: 1_000).partialValue))
    }

    /// One counter for each value of a label, those at 0 included.
    mutating func tally<Label: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ tally: LabelledCounter<Label>, by label: String, help: String
    ) {
        family(name, .counter, help: help)
        for value in Label.allCases { sample(name, String(tally[value]), [(label, value.rawValue)]) }
    }

    /// One gauge for each value of a label, those at 0 included.
    mutating func gauges<Label: RawRepresentable<String> & CaseIterable & Hashable>(
        _ name: String, _ values: [Label: Int], by label: String, help: String
    ) {
        family(name, .gauge, help: help)
        for value in Label.allCases { sample(name, String(values[value] ?? 0), [(label, value.rawValue)]) }
    }

    /// One counter for each value of a label that is known.
    mutating func counters(
        _ name: String, _ counts: LabelledCounter<String>, by label: String, help: String
    ) {
        family(name, .counter, help: help)
        for (value, counter) in counts.counters.sorted(by: { $0.key < $1.key }) {
            sample(name, String(counter.value), [(label, value)])
        }
    }

    /// Cumulative buckets up to `+Inf`, then the sum in seconds and the count.
    mutating func histogram(_ name: String, _ histogram: Histogram, help: String) {
        family(name, .histogram, help: help)
        buckets(name, histogram, [])
    }

    /// The samples of one histogram of a family.
    mutating func buckets(_ name: String, _ histogram: Histogram, _ labels: [(name: String, value: String)]) {
        var total: UInt64 = 0
        for (bound, count) in zip(histogram.boundsMicroseconds, histogram.counts) {
            total &+= count
            sample("\(name)_bucket", String(total), labels + [(name: "le", value: Self.seconds(microseconds: bound))])
        }
        sample("\(name)_bucket", String(histogram.count), labels + [(name: "le", value: "+Inf")])
        sample("\(name)_sum", Self.seconds(microseconds: histogram.sumMicroseconds), labels)
        sample("\(name)_count", String(histogram.count), labels)
    }

    /// Exact decimals, such as `0.003` or `12`.
    static func seconds(microseconds: Int64) -> String {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = microseconds < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        let digits = String(rest)
        var decimals = String(repeating: "0", count: 6 - digits.count) + digits
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }

    /// The value escaped scalar by scalar: a quote before a combining mark is no `Character` of its own. Control characters
    /// that the format has no escape for become text such as `\u000D`.
    private static func escaped(_ value: String, isLabel: Bool) -> String {
        var safe = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": safe += "\\\\"
            case "\n": safe += "\\n"
            case "\"" where isLabel: safe += "\\\""
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                safe += "\\\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
