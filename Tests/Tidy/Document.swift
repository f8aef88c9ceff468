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
        let files = FileManager.default
        // Not the folders of builds, which are large, and may be another user's.
        let top = try files.contentsOfDirectory(atPath: Repository.root.path).filter { !$0.hasPrefix(".") }
        let names =
            top
            + top.flatMap { folder in
                (files.subpaths(atPath: Repository.file(folder).path) ?? []).map { "\(folder)/\($0)" }
            }
        return try names.filter { $0.hasSuffix(".md") && !$0.contains("/.") }.sorted().map {
            Document(path: $0, text: try String(contentsOf: Repository.file($0), encoding: .utf8))
        }
    }
}
