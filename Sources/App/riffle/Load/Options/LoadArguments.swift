import Scripting

/// The words of `riffle load`'s options.
enum LoadArguments {
    /// Why an option's value cannot be meant.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static let usersAtMost = 1_000_000

    /// `[NAME=]COUNT`: how many users an actor has.
    static func users(_ text: String) throws(Problem) -> LoadOverrides.Named<Int> {
        let (name, value) = split(text)
        return LoadOverrides.Named(actor: name, value: try count(value, from: 1))
    }

    /// `[NAME=]COUNT/s` or `/m`: how many users come in a time.
    static func rate(_ text: String) throws(Problem) -> LoadOverrides.Named<LoadOverrides.Rate> {
        let (name, value) = split(text)
        let parts = value.split(separator: "/", omittingEmptySubsequences: false)
        let units: [Substring: Int64] = ["s": 1_000, "m": 60_000]
        guard parts.count == 2, let milliseconds = units[parts[1]], let count = Double(parts[0]),
            count > 0, count <= Double(usersAtMost)
        else { throw Problem(description: "a rate is a number of users in a second or a minute: 20/s, 90/m") }
        return LoadOverrides.Named(actor: name, value: .init(count: count, perMilliseconds: milliseconds))
    }

    /// `[NAME=]TIME:USERS`: evenly to so many users in so much time.
    static func stage(_ text: String) throws(Problem) -> LoadOverrides.Named<LoadOverrides.Ramp> {
        let (name, value) = split(text)
        let parts = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let time = Milliseconds(argument: parts[0]) else {
            throw Problem(description: "a stage is a time and the users at its end: 30s:500")
        }
        return LoadOverrides.Named(
            actor: name, value: .init(forMilliseconds: time.value, users: try count(parts[1], from: 0)))
    }

    /// `FORMAT=FILE`: a report.
    static func report(_ text: String) throws(Problem) -> ReportFile {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let format = ReportFile.Format(rawValue: parts[0]) else {
            let formats = ReportFile.Format.allCases.map { "\($0.rawValue)=FILE" }.joined(separator: ", ")
            throw Problem(description: "a report is one of \(formats)")
        }
        return ReportFile(format: format, path: parts[1])
    }

    private static func count(_ text: String, from least: Int) throws(Problem) -> Int {
        guard let count = Int(text), (least...usersAtMost).contains(count) else {
            throw Problem(description: "users: \(least) to \(usersAtMost), not \(text)")
        }
        return count
    }

    /// `NAME=` before a value, where several actors could be meant.
    private static func split(_ text: String) -> (name: String?, value: String) {
        guard let equals = text.lastIndex(of: "=") else { return (nil, text) }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
