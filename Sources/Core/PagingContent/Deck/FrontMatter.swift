import PagingEngine

/// The block of `key: value` lines at the very start of a deck, between two lines of `---`.
///
/// Only the keys that a plain deck uses are read, each on one line. Anything else is reported and ignored.
struct FrontMatter {
    private(set) var title: String?
    private(set) var author: String?
    private(set) var preset: Preset?
    private(set) var duration: Duration?

    private static let keys = ["title", "author", "preset", "duration"]

    /// Removes the block from the start of `lines`, and removes nothing when there is no block.
    init(takenFrom lines: inout ArraySlice<SourceLine>, warnings: inout [DeckWarning]) {
        guard let first = lines.first, first.isDivider else { return }
        let rest = lines.dropFirst()
        guard let end = rest.firstIndex(where: \.isDivider) else { return }
        for line in rest[..<end] { read(line, &warnings) }
        lines = lines[(end + 1)...]
    }

    private mutating func read(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        guard !line.isBlank, line.text.first != "#" else { return }
        guard let colon = line.text.firstIndex(of: ":"), line.text.first?.isWhitespace == false else {
            warnings.append(DeckWarning(line: line.number, text: "not a line of the form `key: value`, left out"))
            return
        }
        let key = line.text[..<colon].trimmed
        let rest = line.text[line.text.index(after: colon)...]
        let value = FrontMatter.value(rest)
        do throws(UnknownWord) {
            switch key {
            case "title": title = value
            case "author": author = value
            case "preset": preset = try Preset(words: value)
            case "duration":
                duration = Duration(words: value)
                guard duration == nil else { return }
                warn("`\(value)` is no duration such as 30m or 1h15m, left out", at: rest, of: line, &warnings)
            default: throw UnknownWord(key, noun: "key", known: FrontMatter.keys)
            }
        } catch {
            let isKey = error.noun == "key"
            let text = isKey ? "\(error); it is left out" : error.description
            warn(text, at: isKey ? line.text : rest, of: line, &warnings)
        }
    }

    /// Adds a warning for the first character of `part` that is not blank.
    private func warn(_ text: String, at part: Substring, of line: SourceLine, _ warnings: inout [DeckWarning]) {
        let start = part.firstIndex { !$0.isWhitespace } ?? part.startIndex
        let column = line.text[..<start].count + 1
        warnings.append(DeckWarning(line: line.number, column: column, text: text))
    }

    /// The plain or quoted value in `text`, without the comment that may follow it.
    private static func value(_ text: Substring) -> String {
        let trimmed = text.trimmed
        guard let quote = trimmed.first, quote == "\"" || quote == "'" else {
            guard let comment = trimmed.firstRange(of: " #") else { return trimmed }
            return trimmed[..<comment.lowerBound].trimmed
        }
        let inside = trimmed.dropFirst()
        guard let end = inside.firstIndex(of: quote) else { return trimmed }
        return String(inside[..<end])
    }
}

extension Duration {
    /// The longest duration a deck may state, in seconds.
    private static let mostSeconds: Int64 = 24 * 3_600

    /// Reads hours, minutes and seconds with their units, such as `30m`, `1h15m` or `90s`.
    ///
    /// The result is nil for any other text, for an empty text, for zero and for more than a day.
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
