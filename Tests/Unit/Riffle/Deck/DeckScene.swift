import Foundation
import Platform
import TestPeers

@testable import riffle

/// A folder with decks, and with programs of the test in place of those of the machine.
final class DeckScene {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("deck-\(UUID())").path
        try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String, to name: String) throws {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// A shell script that stands for the program of that name.
    func program(_ name: String, _ script: String) throws {
        try ScriptProgram.write(script, to: "\(folder)/bin/\(name)")
    }

    /// A loader that finds the programs of this folder, and of the machine those in `others`.
    func loader(
        runsCode: Bool = false, drawsDiagrams: Bool = true, _ highlighter: Highlighter = .builtin,
        others: Set<String> = [],
        say: @escaping (String) -> Void = { _ in }
    ) -> DeckLoader {
        var settings = DeckLoader.LoaderSettings(
            drawsDiagrams: drawsDiagrams, runsCode: runsCode, highlighter: highlighter)
        settings.cache = DiagramCache(["XDG_CACHE_HOME": "\(folder)/cache"])
        settings.find = find(others)
        return DeckLoader(settings, say: say)
    }

    func find(_ others: Set<String> = []) -> (String) -> String? {
        { [folder] name in
            let path = "\(folder)/bin/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
            return others.contains(name) ? LimitedProgram.find(name) : nil
        }
    }

    /// The findings of a file, without the folder.
    func findings(_ file: DeckFile) -> [String] {
        file.findings.map { $0.placedText.replacing("\(folder)/", with: "") }
    }
}
