import Foundation
import TestSupport

/// A document in Markdown as text.
struct Document {
    let path: String
    let text: String

    var folder: URL { Repository.file(path).deletingLastPathComponent() }

    /// Paragraphs, each in one line, with the numbers of their first lines, from 1.
    var paragraphs: [(number: Int, text: String)] {
        var found: [(Int, String)] = []
        var isOpen = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let words = line.inOneLine
            if words.isEmpty {
                isOpen = false
            } else if isOpen, let last = found.popLast() {
                found.append((last.0, last.1 + " " + words))
            } else {
                found.append((index + 1, words))
                isOpen = true
            }
        }
        return found
    }

    /// All documents of the repository, by path.
    static func all() throws -> [Document] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Repository.root.path)
            .filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") && !$0.contains("/.") }
        return try names.sorted().map {
            Document(path: $0, text: try String(contentsOf: Repository.file($0), encoding: .utf8))
        }
    }
}
