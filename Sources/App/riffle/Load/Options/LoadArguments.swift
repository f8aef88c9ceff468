import Scripting

/// Values of the options of `riffle load`.
enum LoadArguments {
    /// Reason why the value of an option is invalid.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static let usersAtMost = 1_000_000

    /// `[NAME=]COUNT`: number of users of an actor.
    static func users(_ text: String) throws(Problem) -> LoadOverrides.Named<Int> {
        let (name, value) = split(text)
        return LoadOverrides.Named(actor: name, value: try count(value, from: 1))
    }

    /// `[NAME=]COUNT/s` or `/m`: rate of new users.
    static func rate(_ text: String) throws(Problem) -> LoadOverrides.Named<LoadOverrides.Rate> {
        let (name, value) = split(text)
        let parts = value.split(separator: "/", omittingEmptySubsequences: false)
        let units: [Substring: Int64] = ["s": 1_000, "m": 60_000]
        guard parts.count == 2, let milliseconds = units[parts[1]], let count = Double(parts[0]),
            count > 0, count <= Double(usersAtMost)
        else {
            throw Problem(
                description: "expected a number of users per second or minute such as 20/s or 90/m, got `\(text)`")
        }
        return LoadOverrides.Named(actor: name, value: .init(count: count, perMilliseconds: milliseconds))
    }

    /// `[NAME=]TIME:USERS`: even change to a number of users within a time.
    static func stage(_ text: String) throws(Problem) -> LoadOverrides.Named<LoadOverrides.Ramp> {
        let (name, value) = split(text)
        let parts = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let time = Milliseconds(argument: parts[0]) else {
            throw Problem(description: "expected a time and the users at its end such as 30s:500, got `\(text)`")
        }
        guard time.value <= ScriptLimits.durationMilliseconds else {
            throw Problem(description: "expected a stage of at most a day, got `\(text)`")
        }
        return LoadOverrides.Named(
            actor: name, value: .init(forMilliseconds: time.value, users: try count(parts[1], from: 0)))
    }

    /// `FORMAT=FILE`: report to write.
    static func report(_ text: String) throws(Problem) -> ReportFile {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let format = ReportFile.Format(rawValue: parts[0]) else {
            let formats = ReportFile.Format.allCases.map { "\($0.rawValue)=FILE" }.joined(separator: ", ")
            throw Problem(description: "expected one of \(formats), got `\(text)`")
        }
        return ReportFile(format: format, path: parts[1])
    }

    /// A time with its unit.
    static func time(_ text: String) throws(Problem) -> Milliseconds {
        guard let time = Milliseconds(argument: text) else {
            throw Problem(description: "expected a time with ms, s or m such as 30s, got `\(text)`")
        }
        return time
    }

    /// A whole number; its limits are checked with the other options.
    static func number(_ text: String) throws(Problem) -> Int {
        guard let number = Int(text) else { throw Problem(description: "expected a whole number, got `\(text)`") }
        return number
    }

    static func seed(_ text: String) throws(Problem) -> UInt64 {
        guard let seed = UInt64(text) else {
            throw Problem(description: "expected a whole number from 0 to \(UInt64.max), got `\(text)`")
        }
        return seed
    }

    /// `HOST:PORT` or `PORT`.
    static func listenAddress(_ text: String) throws(Problem) -> ListenAddress {
        guard let address = ListenAddress(argument: text) else {
            throw Problem(description: "expected a port or HOST:PORT such as 127.0.0.1:9100, got `\(text)`")
        }
        return address
    }

    private static func count(_ text: String, from least: Int) throws(Problem) -> Int {
        guard let count = Int(text), (least...usersAtMost).contains(count) else {
            throw Problem(description: "expected \(least) to \(usersAtMost) users, got `\(text)`")
        }
        return count
    }

    /// Splits off `NAME=`, which names the actor that a value is for.
    private static func split(_ text: String) -> (name: String?, value: String) {
        guard let equals = text.lastIndex(of: "=") else { return (nil, text) }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
