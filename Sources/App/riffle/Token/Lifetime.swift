import ArgumentParser

/// The validity of a token, such as 90s, 30m, 8h or 7d; at most ten years.
struct Lifetime: ExpressibleByArgument, CustomStringConvertible {
    let seconds: Int64

    private static let units: [Substring: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    private static let mostSeconds: Int64 = 10 * 366 * 86_400

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), let unit = Self.units[argument.dropFirst(digits.count)],
            number > 0, number <= Self.mostSeconds / unit
        else { return nil }
        seconds = number * unit
    }

    var description: String { "\(seconds)s" }
}
