extension Duration {
    /// The longest a talk may be said to take.
    private static let mostSeconds: Int64 = 24 * 3_600

    /// Reads hours, minutes and seconds with their units, such as `30m`, `1h15m` or `90s`; nil for anything else, for
    /// nothing and for more than a day.
    package init?(words: String) {
        var seconds: Int64 = 0
        var rest = words.filter { $0 != " " }[...]
        for (unit, worth) in [("h", Int64(3_600)), ("m", 60), ("s", 1)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard rest[digits.endIndex...].first.map(String.init) == unit else { continue }
            guard let number = Int64(digits), number <= Duration.mostSeconds else { return nil }
            seconds += number * worth
            rest = rest[digits.endIndex...].dropFirst()
        }
        guard rest.isEmpty, seconds > 0, seconds <= Duration.mostSeconds else { return nil }
        self = .seconds(seconds)
    }
}
