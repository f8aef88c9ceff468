import Foundation
import Testing

@testable import riffle

/// Files of a run for other machines. An installed bundle is a state of the process, so only packing is tested here; agents
/// in processes show the rest.
@Suite struct FileBundleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-\(UUID().uuidString)")

    private func write(_ text: String, _ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func aBundleHasAllFilesButOnlyTheNamedEnvironment() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("word\nfirst\n", "words.csv")
        let script = try write(
            """
            riffle: 1
            target: {path: "/${env.PATH}"}
            data: {words: {csv: words.csv}}
            actors: [{name: a, steps: [{send: "${words.word}"}]}]
            """, "a.riffle.yaml")
        let packed = try FileBundle.packed(LoadOrder(script: script, targets: ["ws://127.0.0.1:1"]))
        let text = String(decoding: try JSONEncoder().encode(packed), as: UTF8.self)
        #expect(text.contains("words.csv") && text.contains("a.riffle.yaml"))
        #expect(text.contains(#""environment":{"PATH":"#), "the only value that the script names")
    }

    @Test func aDeckThatIncludesFilesIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write("# Two\n", "part.md")
        _ = try write("# One\n\n<!-- include: part.md -->\n", "deck.md")
        let script = try write(
            "{riffle: 1, room: {deck: deck.md}, actors: [{name: a, users: 2, steps: [{step: forward}]}]}",
            "a.riffle.yaml")
        #expect(throws: CommandFailure.self) {
            try FileBundle.packed(LoadOrder(script: script, targets: ["ws://127.0.0.1:1"]))
        }
    }
}
