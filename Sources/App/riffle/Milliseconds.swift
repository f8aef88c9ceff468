import ArgumentParser

/// A time with its unit, such as 50ms, 2s or 10m.
struct Milliseconds: ExpressibleByArgument, CustomStringConvertible {
    let value: Int64

    init(_ value: Int64) {
        self.value = value
    }

    init?(argument: String) {
        let digits = argument.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits), number >= 0, number < 1e9 else { return nil }
        switch argument.dropFirst(digits.count) {
        case "ms": value = Int64(number.rounded())
        case "s": value = Int64((number * 1_000).rounded())
        case "m": value = Int64((number * 60_000).rounded())
        default: return nil
        }
    }

    /// Whole minutes from two on, else whole seconds, else milliseconds.
    var description: String {
        if value >= 120_000, value % 60_000 == 0 { return "\(value / 60_000)m" }
        return value >= 1_000 && value % 1_000 == 0 ? "\(value / 1_000)s" : "\(value)ms"
    }
}
