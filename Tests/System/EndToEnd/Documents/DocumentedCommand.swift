import Foundation

/// One command line of a `sh` block in a document.
struct DocumentedCommand: CustomStringConvertible, Sendable {
    /// The document, relative to the repository.
    let document: String
    let line: Int
    let words: [String]
    /// The file behind `>`.
    let output: String?
    /// The file behind `<`.
    let input: String?

    var description: String { "\(document):\(line): \(words.joined(separator: " "))" }

    /// All commands of a document, in order.
    static func all(in document: String, text: String) -> [DocumentedCommand] {
        var commands: [DocumentedCommand] = []
        var isInBlock = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                isInBlock = line == "```sh"
            } else if isInBlock, !line.isEmpty {
                commands.append(DocumentedCommand(document: document, line: index + 1, text: line))
            }
        }
        return commands
    }

    private init(document: String, line: Int, text: String) {
        self.document = document
        self.line = line
        var words = Self.words(of: text)
        output = Self.takeFile(behind: ">", from: &words)
        input = Self.takeFile(behind: "<", from: &words)
        self.words = words
    }

    private static func takeFile(behind mark: String, from words: inout [String]) -> String? {
        guard let place = words.firstIndex(of: mark), place + 1 < words.count else { return nil }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }

    /// Splits at spaces outside double quotes, as a shell does for the lines that documents use.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        for (index, part) in text.components(separatedBy: "\"").enumerated() {
            if index % 2 == 1 { words.append(part) } else { words += part.split(separator: " ").map(String.init) }
        }
        return words
    }
}
