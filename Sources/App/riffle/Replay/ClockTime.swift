import ArgumentParser

/// A place in a recording, such as 2:30, 1:02:30, 90s or 1500ms.
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

    /// `2:05`, or `1:02:05` from an hour on; a second counts when it is over.
    var description: String {
        let seconds = max(0, milliseconds) / 1_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
    }
}
