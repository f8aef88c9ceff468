import Foundation
import Glibc
import PagingContent
import Platform
import Testing

@testable import riffle

/// A presenter's deck that is read beside the loop.
@Suite struct DeckReaderTests {
    /// Events that a reader has told.
    private final class Events: Sendable {
        let all = Locked<[DeckReader.ReaderEvent]>([])

        func take(_ event: DeckReader.ReaderEvent) { all.change { $0.append(event) } }

        /// Waits until an event is wanted.
        func wait<Found>(_ find: @escaping (DeckReader.ReaderEvent) -> Found?) throws -> Found {
            try #require(all.wait(milliseconds: 60_000) { $0.lazy.compactMap(find).first })
        }

        func running() throws -> String { try wait { if case .running(let text) = $0 { text } else { nil } } }

        func failure() throws -> String { try wait { if case .failed(let text) = $0 { text } else { nil } } }

        func reading() throws -> DeckReader.DeckReading {
            try wait { if case .read(let reading) = $0 { reading } else { nil } }
        }
    }

    private let scene: DeckScene
    private let events = Events()
    private let reader: DeckReader
    private var path: String { "\(scene.folder)/talk.md" }

    init() throws {
        scene = try DeckScene()
        try scene.write("# A\na\n---\n# B\nb", to: "talk.md")
        let loader = scene.loader(runsCode: true, others: ["bash"])
        let path = "\(scene.folder)/talk.md"
        let deck = try loader.load(path).deck()
        let pages = DeckPages(deck, path: path, highlighting: loader.highlighting).pages
        reader = DeckReader(
            deck, pages: pages, path: path, loader: loader, mostPictureBytes: DeckPictures.standardBytes,
            take: { [events] in events.take($0) })
    }

    /// A deck with a program that runs until it is ended.
    private func writeEndless(_ more: String = "") throws {
        let code = "echo $$ >\(scene.folder)/id\nwhile true; do sleep 0.05; done"
        try scene.write("# A\n```bash +exec\n\(code)\n```\n\(more)", to: "talk.md")
    }

    /// The id of that program.
    private func program() throws -> pid_t {
        _ = try events.running()
        for _ in 0..<6_000 {
            let text = try? String(contentsOfFile: "\(scene.folder)/id", encoding: .utf8)
            if let text, let id = pid_t(text.trimmingCharacters(in: .newlines)) { return id }
            usleep(10_000)
        }
        throw CocoaError(.fileNoSuchFile)
    }

    @Test func aChangeIsRead() throws {
        try scene.write("# New\n---\n# A\na\n---\n# B\nb", to: "talk.md")
        reader.changed()
        let reading = try events.reading()
        #expect(reading.deck.pages.map(\.id.text) == ["new", "a", "b"], "ids of pages that are known stay")
        #expect(reading.ready?.pages.map(\.title) == ["New", "A", "B"])
        reader.end()
    }

    @Test func whatWasReadOnceIsNotNewAgain() throws {
        try scene.write("# New\n---\n# A\na", to: "talk.md")
        reader.changed()
        #expect(try events.reading().ready != nil)
        reader.changed()
        let again = try #require(events.all.wait(milliseconds: 60_000) { $0.count > 1 ? $0[1] : nil })
        guard case .read(let reading) = again else {
            Issue.record("expected a reading, got \(again)")
            return
        }
        #expect(reading.ready == nil && reading.deck.pages.map(\.id.text) == ["new", "a"])
        reader.end()
    }

    @Test func theSameDeckHasNoNewPages() throws {
        try scene.write("# A\na\n---\n# B\nb\n", to: "talk.md")
        reader.changed()
        #expect(try events.reading().ready == nil)
        reader.end()
    }

    @Test func anErrorIsSaidWithItsPlace() throws {
        try scene.write("# A\n\u{7}", to: "talk.md")
        reader.changed()
        #expect(try events.failure() == "\(path):2:1: the text holds the control character U+0007")
        reader.end()
    }

    /// - Parameter more: also a mistake, which is found once the program has ended.
    @Test(arguments: ["", "\u{7}"]) func theNewestChangeWins(more: String) throws {
        try writeEndless(more)
        reader.changed()
        let program = try program()
        #expect(try events.running() == "\(path):2: running bash")
        try scene.write("# A\nnewest", to: "talk.md")
        reader.changed()
        #expect(try events.reading().deck.pages[0].body == "newest")
        #expect(kill(program, 0) == -1 && errno == ESRCH, "the program has ended")
        reader.end()
        #expect(events.all.withLock { $0.count } == 2, "nothing is said of the earlier reading")
    }

    @Test func theEndEndsPrograms() throws {
        try writeEndless()
        reader.changed()
        let program = try program()
        reader.end()
        #expect(kill(program, 0) == -1 && errno == ESRCH, "the program has ended")
        #expect(events.all.withLock { $0.count } == 1)
    }
}
