/// The wish behind the fence of a code block for something else than its text.
package enum CodeRequest: Hashable, Sendable {
    /// Code from another file (presenterm's `file`).
    case file
    /// A formula in TeX.
    case formula
    /// A picture that a program draws from the text.
    case diagram(DiagramLanguage)
    /// The output of the code, below it or in its place.
    case output(language: String, replacesCode: Bool)

    /// Nil for a block that is shown as it is.
    package init?(_ information: String) {
        let words = information.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        guard let language = words.first else { return nil }
        let wishes = Set(words.dropFirst())
        if language == "file" {
            self = .file
        } else if language == "math" || ["latex", "tex"].contains(language) && wishes.contains("+render") {
            self = .formula
        } else if let diagram = DiagramLanguage(rawValue: language == "graphviz" ? "dot" : language),
            wishes.contains("+render") || diagram == .graphEasy
        {
            self = .diagram(diagram)
        } else if wishes.contains("+exec") || wishes.contains("+exec_replace") {
            self = .output(language: language, replacesCode: wishes.contains("+exec_replace"))
        } else {
            return nil
        }
    }

    /// The words behind a fence without the wishes that are fulfilled.
    package static func fulfilled(_ information: String) -> String {
        information.split(separator: " ")
            .filter { !["+exec", "+exec_replace", "+render", "+auto_exec"].contains($0.lowercased()) }
            .joined(separator: " ")
    }
}

/// The languages of diagrams, by the names that decks write behind a fence.
package enum DiagramLanguage: String, Hashable, Sendable, CaseIterable {
    case dot
    case graphEasy = "graph-easy"
    case mermaid
    case d2
    case typst
}

/// The lines that presenterm's `file` blocks name.
package struct CodeFileRequest: Hashable, Sendable {
    package private(set) var path = ""
    package private(set) var language = ""
    package private(set) var first: Int?
    package private(set) var last: Int?

    /// Reads `key: value` lines.
    package init(_ lines: [DeckLine]) {
        for line in lines {
            guard let (key, value) = SourceLine(number: 1, text: line.text[...]).setting else { continue }
            switch key {
            case "path": path = value
            case "language": language = value
            case "start_line": first = Int(value)
            case "end_line": last = Int(value)
            default: break
            }
        }
    }

    /// The wanted ones of a file's lines, which are counted from 1.
    package func lines(of lines: [String]) -> ArraySlice<String> {
        let start = min(max(1, first ?? 1), lines.count + 1)
        let end = min(max(start - 1, last ?? lines.count), lines.count)
        return lines[(start - 1)..<end]
    }
}
