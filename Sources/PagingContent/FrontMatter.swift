import PagingEngine

/// The block of `key: value` lines at the very start of a deck, between two lines of `---`.
///
/// Only the keys a plain deck has a use for are read, each on one line; anything else is reported and left alone.
struct FrontMatter {
    private(set) var title: String?
    private(set) var preset: Preset?

    /// Takes the block off the front of `lines`, or nothing when there is none.
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
        let value = FrontMatter.value(line.text[line.text.index(after: colon)...])
        switch key {
        case "title": title = value
        case "preset":
            do {
                preset = try Preset(words: value)
            } catch {
                warnings.append(DeckWarning(line: line.number, text: error.description))
            }
        default:
            let text = "the key `\(key)` is unknown and left out; known are title, preset"
            warnings.append(DeckWarning(line: line.number, text: text))
        }
    }

    /// A plain or quoted value; a comment behind a plain one is left out.
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
