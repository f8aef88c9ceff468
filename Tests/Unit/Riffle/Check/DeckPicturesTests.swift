import Foundation
import PagingContent
import Pictures
import TestSupport
import Testing

@testable import riffle

/// The pictures that a deck names, as its presenter prepares them.
@Suite struct DeckPicturesTests {
    private static let folder = Repository.file("Examples/decks/pictures").path

    private func pages(_ text: String, path: String = "\(folder)/x.md") throws -> DeckPages {
        DeckPages(try Deck(parsing: text), path: path)
    }

    @Test func filesBesideTheDeckTravelOnce() throws {
        let text = try String(contentsOfFile: "\(Self.folder)/pictures.md", encoding: .utf8)
        let ready = try pages(text)
        let pictures = ready.pages.map { $0.pictures.map(\.address) }
        #expect(pictures.prefix(4) == [["hills.png"], ["night.jpg"], ["night.jpg"], ["hills.png", "night.jpg"]])
        #expect(ready.assets.prefix(2).map(\.kind) == [.png, .jpeg])
        let hills = try Array(Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/hills.png")))
        #expect(ready.assets[0].bytes == hills, "it is small enough to stay as it is")
        #expect(
            ready.pages[0].pictures[0]
                == PagePicture(address: "hills.png", asset: ready.assets[0].name, width: 320, height: 180))
    }

    @Test func whatIsNoFileBesideTheDeckIsSaidOnce() throws {
        let ready = try pages(
            """
            # A
            ![a](https://example.org/a.png)

            ![b](/etc/hostname)

            ![c](nothing.png)

            ---
            # B
            ![c](nothing.png)

            ![d](pictures.md)

            ![e](.)

            ![f](%2e%2e/tour.md)
            """)
        #expect(ready.pages.allSatisfy(\.pictures.isEmpty) && ready.assets.isEmpty)
        #expect(
            ready.warnings == [
                "picture `https://example.org/a.png`: expected a file beside the deck; nothing is fetched from elsewhere",
                "picture `/etc/hostname`: expected a path that begins in the deck's folder",
                "picture `nothing.png`: there is no such file",
                "picture `pictures.md`: expected a PNG, JPEG or SVG, got another kind of file",
                "picture `.`: expected a file of pixels",
                "picture `%2e%2e/tour.md`: expected a file in the deck's folder or below, got one outside of it",
            ])
        #expect(DeckPages(try Deck(parsing: "# A\n![c](no.png)"), path: "x.md").warnings.count == 1)
    }

    /// A folder beside the deck's whose name begins with that of the deck's, by its path or by a link.
    @Test func aNeighboursPicturesAreNotRead() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("neighbour-\(UUID())").path
        for name in ["talk", "talk-private"] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        defer { try? files.removeItem(atPath: folder) }
        try files.copyItem(atPath: "\(Self.folder)/hills.png", toPath: "\(folder)/talk-private/a.png")
        try files.createSymbolicLink(
            atPath: "\(folder)/talk/link.png", withDestinationPath: "\(folder)/talk-private/a.png")
        let ready = try pages("# A\n![a](../talk-private/a.png)\n\n![b](link.png)", path: "\(folder)/talk/talk.md")
        #expect(ready.assets.isEmpty)
        #expect(ready.warnings.count { $0.hasSuffix("got one outside of it") } == 2, "\(ready.warnings)")
    }

    @Test func theFilesThatADeckNamesAreKnownAlsoThoseThatAreNotThere() throws {
        let ready = try pages(
            "# A\n![a](hills.png)\n\n![b](more/no.png)\n\n![c](../tour.md)\n\n![d](https://a.b/c.png)")
        #expect(ready.pictureFiles == ["\(Self.folder)/hills.png", "\(Self.folder)/more/no.png"])
    }

    @Test func picturesBeyondTheLimitOfARoomAreSaid() throws {
        let ready = try pages("# A\n![a](hills.png)\n\n![b](night.jpg)")
        let bytes = ready.assets.reduce(0) { $0 + $1.base64.count + 512 }
        #expect(ready.sizeWarning(limit: bytes) == nil && ready.sizeWarning() == nil)
        #expect(
            ready.sizeWarning(limit: bytes - 1)
                == "pictures: expected at most \(bytes - 1) bytes together as they travel, got \(bytes); the last ones are "
                + "shown as their words, unless the server has --max-asset-bytes \(bytes)")
    }

    @Test func aPipeIsNotRead() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(mkfifo("\(folder)/a.png", 0o600) == 0)
        let ready = try pages("# A\n![a](a.png)", path: "\(folder)/talk.md")
        #expect(ready.warnings == ["picture `a.png`: expected a file of pixels"])
    }

    @Test func checkNamesThePlace() {
        let findings = DeckCheck(
            Array("# A\n\ntext\n\n![a](no.png)\n".utf8), file: "\(Self.folder)/x.md", size: .standard
        ).findings
        #expect(
            findings.map(\.sentence) == [
                "\(Self.folder)/x.md:5:6: warning: picture `no.png`: there is no such file; its words are shown"
            ])
    }

    @Test func anExportHoldsThePicturesAndAllowsNoOthers() throws {
        let text = "# A\n![two & hills](hills.png){width=50%}\n\n![no](no.png)"
        let html = HTMLDeck(try Deck(parsing: text), try pages(text), theme: nil, hasNotes: false).text
        #expect(
            html.contains(
                "<img alt=\"two &amp; hills\" style=\"width: 50%; object-fit: contain\" src=\"data:image/png;base64,")
        )
        #expect(html.contains("img-src data:;") && html.contains("<em>no</em>"))
    }

    @Test func aFileThatChangesIsReadAgain() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("again-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(atPath: "\(Self.folder)/hills.png", toPath: "\(folder)/a.png")
        let first = try pages("# A\n![a](a.png)", path: "\(folder)/talk.md")
        try FileManager.default.removeItem(atPath: "\(folder)/a.png")
        try FileManager.default.copyItem(atPath: "\(Self.folder)/night.jpg", toPath: "\(folder)/a.png")
        let second = try pages("# A\n![a](a.png)", path: "\(folder)/talk.md")
        #expect(first.assets.map(\.kind) == [.png] && second.assets.map(\.kind) == [.jpeg])
    }
}
