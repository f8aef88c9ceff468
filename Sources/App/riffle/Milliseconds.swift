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

/// A position in a recording, such as 2:30, 1:02:30, 90s or 1500ms.
struct ClockTime: ExpressibleByArgument, CustomStringConvertible {
    let milliseconds: Int64

    init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    init?(argument: String) {
        guard argument.contains(":") else {
            guard let length = Milliseconds(argument: argument) else { return nil }
            milliseconds = length.value
            return
        }
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let seconds = Double(parts[parts.count - 1]), (0..<60).contains(seconds)
        else { return nil }
        var minutes: Int64 = 0
        for part in parts.dropLast() {
            guard let number = Int64(part), (0..<10_000).contains(number) else { return nil }
            minutes = minutes * 60 + number
        }
        milliseconds = minutes * 60_000 + Int64((seconds * 1_000).rounded())
    }

    /// `2:05`, or `1:02:05` from one hour on, rounded down.
    var description: String {
        let seconds = max(0, milliseconds) / 1_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
    }
}
