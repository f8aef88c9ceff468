import Foundation
import TestSupport
import Testing

/// Documents name files and tests that exist.
@Suite struct DocumentTests {
    /// Documents with paths of other projects.
    private static let quotesOthers: Set = ["Benchmarks/README.md", "docs/comparison.md", "docs/load-comparison.md"]

    @Test func everyRelativeLinkLeadsToAFile() throws {
        let link = /\]\(([^)\s]+)\)/
        for document in try Document.all() where !document.path.hasPrefix("Examples/decks") {
            for match in document.text.matches(of: link) {
                let target = match.1.prefix { $0 != "#" }
                guard !target.isEmpty, !target.contains("://"), !target.hasPrefix("mailto:") else { continue }
                let file = document.folder.appendingPathComponent(String(target))
                if !FileManager.default.fileExists(atPath: file.standardizedFileURL.path) {
                    Issue.record("\(document.path): expected a file behind the link \(target), got none")
                }
            }
        }
    }

    /// A reference like `PagingRoomTests/ControlTests` is a test target and the name of a file in it.
    @Test func everyTestThatIsNamedExists() throws {
        let targets = try Self.targets()
        #expect(targets.count > 20)
        let reference = /`([A-Za-z]+Tests)(?:\/([A-Za-z\/]+))?`/
        var found = 0
        for document in try Document.all() {
            for match in document.text.matches(of: reference) {
                let target = String(match.1)
                guard let folder = targets[target] else {
                    if match.2 != nil { Issue.record("\(document.path): expected a test target, got \(target)") }
                    continue
                }
                found += 1
                guard let suite = match.2?.split(separator: "/").last else { continue }
                let files = try SourceFile.all(in: folder)
                if !files.contains(where: { $0.path.hasSuffix("/\(suite).swift") }) {
                    Issue.record("\(document.path): expected \(suite).swift in \(folder), got none")
                }
            }
        }
        #expect(found > 40)
    }

    /// A path like `Sources/Core/Support` is a file or folder.
    @Test func everyPathThatIsNamedExists() throws {
        let path = /`((?:Sources|Tests|Benchmarks|Protocol|Examples|Docker|Fuzz|docs)\/[A-Za-z0-9_\/.+-]+)`/
        for document in try Document.all() where !Self.quotesOthers.contains(document.path) {
            for match in document.text.matches(of: path) {
                let file = Repository.file(String(match.1))
                if !FileManager.default.fileExists(atPath: file.path) {
                    Issue.record("\(document.path): expected \(match.1), got no such file or folder")
                }
            }
        }
    }

    /// Test targets of Package.swift with their folders.
    private static func targets() throws -> [String: String] {
        let package = try String(contentsOf: Repository.file("Package.swift"), encoding: .utf8)
        let matches = package.matches(of: /tests\(\s*"([A-Za-z]+)", at: "([A-Za-z\/]+)"/)
        return Dictionary(matches.map { (String($0.1), "Tests/\($0.2)") }) { first, _ in first }
    }
}
