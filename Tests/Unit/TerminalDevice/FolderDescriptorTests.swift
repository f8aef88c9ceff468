import Foundation
import Glibc
import TestPeers
import Testing

@testable import TerminalDevice

@Suite struct FolderDescriptorTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// Names from `watch` until all of `wanted` are named. A file that another thread's new process still holds open
    /// for a moment is closed, and named, a moment later.
    private func names(from watch: FolderDescriptor, until wanted: Set<String>) throws -> Set<String> {
        var names: Set<String> = []
        try eventually("\(wanted)", instead: "\(names)") {
            names.formUnion(try watch.read())
            return names.isSuperset(of: wanted)
        }
        return names
    }

    @Test func writtenAndReplacedFilesAreNamed() throws {
        try withFolder { folder in
            let watch = try FolderDescriptor(path: folder.path)
            #expect(try watch.read().isEmpty)
            let deck = folder.appendingPathComponent("deck.md")
            try Data("a".utf8).write(to: deck)
            #expect(try names(from: watch, until: ["deck.md"]) == ["deck.md"])
            try withFolder { elsewhere in
                let copy = elsewhere.appendingPathComponent("copy")
                try Data("b".utf8).write(to: copy)
                #expect(rename(copy.path, deck.path) == 0)
            }
            #expect(try names(from: watch, until: ["deck.md"]) == ["deck.md"], "put in the place of the old one")
            let other = "a rather long name of another file.md"
            try Data("c".utf8).write(to: folder.appendingPathComponent(other))
            try Data("d".utf8).write(to: deck)
            #expect(try names(from: watch, until: ["deck.md", other]) == ["deck.md", other])
            #expect(try watch.read().isEmpty, "each once")
        }
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: TerminalError.self) { try FolderDescriptor(path: "/no/where") }
    }
}
