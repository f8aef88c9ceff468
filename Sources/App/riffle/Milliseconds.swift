import ArgumentParser

/// A time with its unit, such as 50ms or 2s.
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

    var description: String { "\(value)ms" }
}
