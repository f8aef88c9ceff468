/// Reads a value in one line: a quoted text, a list in brackets or a mapping in braces, and plain texts in them.
struct FlowReader {
    private static let mostDepth = 12

    private let characters: [Character]
    private var place = 0

    init(_ text: String) {
        characters = Array(text)
    }

    /// How many brackets the text opens and does not close.
    static func openBrackets(_ text: String) -> Int {
        text.reduce(0) { $0 + ("[{".contains($1) ? 1 : "]}".contains($1) ? -1 : 0) }
    }

    private var next: Character? {
        mutating get {
            while place < characters.count, characters[place].isWhitespace { place += 1 }
            return place < characters.count ? characters[place] : nil
        }
    }

    mutating func read(depth: Int = 0) -> FrontMatterTree.SettingValue {
        switch next {
        case "[" where depth < FlowReader.mostDepth:
            place += 1
            var items: [FrontMatterTree.SettingValue] = []
            while let character = next, character != "]", character != "}" {
                if character == "," { place += 1 } else { items.append(read(depth: depth + 1)) }
            }
            place += 1
            return .list(items)
        case "{" where depth < FlowReader.mostDepth:
            place += 1
            return .map(readEntries(depth: depth))
        case "\"", "'": return .text(readQuoted())
        default: return .text(readPlain(ends: ",]}"))
        }
    }

    private mutating func readEntries(depth: Int) -> [FrontMatterTree.SettingEntry] {
        var entries: [FrontMatterTree.SettingEntry] = []
        while let character = next, character != "}", character != "]" {
            if character == "," {
                place += 1
                continue
            }
            let key = "\"'".contains(character) ? readQuoted() : readPlain(ends: ",]}:")
            var node = FrontMatterTree.SettingValue.text("")
            if next == ":" {
                place += 1
                if let value = next, !",]}".contains(value) { node = read(depth: depth + 1) }
            }
            entries.append(FrontMatterTree.SettingEntry(key: key, node: node, line: 0, column: 0))
        }
        place += 1
        return entries
    }

    /// The text between two equal quotation marks; without the second one, all of the rest.
    private mutating func readQuoted() -> String {
        let quote = characters[place]
        var text = ""
        place += 1
        while place < characters.count {
            let character = characters[place]
            place += 1
            if character == quote {
                guard quote == "'", place < characters.count, characters[place] == "'" else { return text }
                place += 1
            } else if character == "\\", quote == "\"", place < characters.count, "\"\\/".contains(characters[place]) {
                text.append(characters[place])
                place += 1
                continue
            }
            text.append(character)
        }
        return text
    }

    /// A text up to one of `ends`. It takes one character at least, so that reading goes on.
    private mutating func readPlain(ends: String) -> String {
        let start = place
        while place < characters.count, !ends.contains(characters[place]) { place += 1 }
        if place == start, place < characters.count { place += 1 }
        return String(characters[start..<place])[...].trimmed
    }
}
