import Foundation
import Testing

@testable import TerminalDevice

@Suite struct FolderDescriptorTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("riffle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func writtenAndReplacedFilesAreNamed() throws {
        try withFolder { folder in
            let watch = try FolderDescriptor(path: folder.path)
            #expect(try watch.read().isEmpty)
            let deck = folder.appendingPathComponent("deck.md")
            try Data("a".utf8).write(to: deck)
            #expect(try watch.read() == ["deck.md"])
            try Data("b".utf8).write(to: deck, options: .atomic)
            #expect(try watch.read().contains("deck.md"), "put in the place of the old one")
            try Data("c".utf8).write(to: folder.appendingPathComponent("a rather long name of another file.md"))
            try Data("d".utf8).write(to: deck)
            #expect(try watch.read() == ["deck.md", "a rather long name of another file.md"])
            #expect(try watch.read().isEmpty, "each once")
        }
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: TerminalError.self) { try FolderDescriptor(path: "/no/where") }
    }
}
