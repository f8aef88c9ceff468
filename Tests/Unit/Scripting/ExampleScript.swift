import Foundation
import PagingContent
import PagingEngine
import Scripting
import TestSupport

/// The scripts in `Examples/scripts`, with nine pages in place of their deck.
enum ExampleScript {
    static let names = ["baton", "cluster", "cut-and-resume", "demo", "edit-in-flight", "same-next", "two-hands"]

    private static let folder = Repository.file("Examples/scripts")

    /// All script files that are there.
    static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    /// The script that shows the whole vocabulary, out of the page beside the examples.
    static func vocabulary() throws -> String {
        let page = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "```")
        return parts.first { $0.hasPrefix("yaml\n") }.map { String($0.dropFirst(5)) } ?? ""
    }

    static func script(_ name: String) throws -> Script {
        let file = "\(name).riffle.yaml"
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return try ScriptReader.read(text, file: file)
    }

    static func stage(_ name: String, seed: UInt64 = 1, latencyMilliseconds: Int64 = 5) throws -> OfflineStage {
        let script = try script(name)
        let decks = Dictionary(uniqueKeysWithValues: script.deckPaths.map { ($0, Page.list(9)) })
        return try OfflineStage(script: script, decks: decks, seed: seed, latencyMilliseconds: latencyMilliseconds)
    }
}

extension OfflineStage {
    /// The log as text, one line per thing that happened.
    var story: [String] { log.map { "\($0.at.milliseconds) \($0.actor) \($0.text)" } }
}
