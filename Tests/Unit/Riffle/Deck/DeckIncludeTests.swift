import Foundation
import PagingContent
import Testing

@testable import riffle

/// Decks that are made of several files.
@Suite struct DeckIncludeTests {
    private func findings(_ files: [String: String]) throws -> [String] {
        let scene = try DeckScene()
        for (name, text) in files { try scene.write(text, to: name) }
        return scene.findings(try scene.loader().load("\(scene.folder)/talk.md"))
    }

    @Test func theTextOfFilesStandsInItsPlace() throws {
        let scene = try DeckScene()
        try scene.write("# A\n---\n<!-- include: parts/b.md -->\n---\n# D", to: "talk.md")
        try scene.write("---\ntitle: not this\n---\n# B\n---\n<!-- include: deep/c.md -->\n", to: "parts/b.md")
        try scene.write("# C\n", to: "parts/deep/c.md")
        let file = try scene.loader().load("\(scene.folder)/talk.md")
        #expect(try file.deck().pages.map(\.title) == ["A", "B", "C", "D"])
        #expect(file.files == ["\(scene.folder)/parts/b.md", "\(scene.folder)/parts/deep/c.md"])
    }

    @Test func codeOfAFileHasNoLineBehindItsEnd() throws {
        let scene = try DeckScene()
        try scene.write("# A\n```file +line_numbers\npath: a.py\nlanguage: python\n```\n", to: "talk.md")
        try scene.write("a = 1\n\nb = 2\n", to: "a.py")
        let file = try scene.loader().load("\(scene.folder)/talk.md")
        #expect(try file.deck().pages.map(\.body) == ["```python +line_numbers\na = 1\n\nb = 2\n```"])
    }

    @Test func titlesAreWords() throws {
        let scene = try DeckScene()
        try scene.write("# The `code` of *A*\n---\nsome **text**\n", to: "talk.md")
        let deck = try scene.loader().load("\(scene.folder)/talk.md").deck()
        #expect(deck.title == "The code of A" && deck.pages.map(\.title) == ["The code of A", "some text"])
        // A reload names new pages by the same words.
        #expect(deck.pages.map(\.id.text) == ["the-code-of-a", "some-text"])
    }

    @Test func slidevNamesPagesInOtherFiles() throws {
        let scene = try DeckScene()
        try scene.write("---\ntheme: seriph\nlayout: cover\n---\n# A\n---\nsrc: ./b.md\n---\n---\n# C", to: "talk.md")
        try scene.write("# B\ntext", to: "b.md")
        #expect(
            try scene.loader().load("\(scene.folder)/talk.md").deck().pages.map(\.title).filter { !$0.isEmpty } == [
                "A", "B", "C",
            ])
    }

    /// Slidev reads paths from the root of its project.
    @Test func aPageOfSlidevWithoutItsFileIsAWarning() throws {
        let scene = try DeckScene()
        try scene.write(
            "---\ntheme: seriph\nlayout: cover\n---\n# A\n---\nsrc: /pages/b.md\n---\n---\n# C", to: "talk.md")
        let file = try scene.loader().load("\(scene.folder)/talk.md")
        #expect(try file.deck().pages.map(\.title).filter { !$0.isEmpty } == ["A", "C"])
        #expect(file.warnings.contains { $0.contains("talk.md:7:1: include: ") }, "\(file.warnings)")
    }

    @Test func warningsNameTheIncludedFile() throws {
        let files = ["talk.md": "# A\n---\n<!-- include: b.md -->", "b.md": "# B\n--- \ntext\n"]
        #expect(try findings(files) == ["b.md:2:1: not the end of a page: only `---` without blanks around it is"])
        #expect(
            try findings(["talk.md": "# A\n<!-- include: b.md -->", "b.md": "x\n\u{1B}"]) == [
                "b.md:2:1: the text holds the control character U+001B"
            ])
    }

    @Test func aMissingFileHidesNoOtherFinding() throws {
        let deck = "# A\n---\n<!-- include: no.md -->\n---\n# C\n```file\npath: no.rs\nlanguage: rust\n```\n--- \n"
        let found = try findings(["talk.md": deck])
        #expect(found.count == 3, "\(found)")
        #expect(found.contains("talk.md:3:1: include: `no.md`: No such file or directory"))
        #expect(found.contains("talk.md:6:1: include: `no.rs`: No such file or directory"))
        #expect(found.contains { $0.hasPrefix("talk.md:10:1: not the end of a page") })
        let scene = try DeckScene()
        try scene.write("<!-- include: no.md -->", to: "talk.md")
        let text = "# A\n---\n<!-- include: no.md -->\n---\n# C"
        let check = DeckCheck(
            Array(text.utf8), file: "\(scene.folder)/talk.md", size: .standard, loader: scene.loader())
        #expect(check.findings.map(\.line) == [3], "its page is not found empty")
        let error = #expect(throws: FileError.self) { try scene.loader().load("\(scene.folder)/talk.md").deck() }
        #expect(error.map { "\($0)".contains("no.md") } == true, "\(String(describing: error))")
    }

    @Test func nothingElseIsIncluded() throws {
        for (path, words) in [
            ("/etc/passwd", "absolute paths"), ("../x.md", "`..`"), ("no.md", "No such file"),
            ("bin", "expected a file"),
            ("talk.md", "includes itself"), ("", "expected the path"),
        ] {
            let found = try findings(["talk.md": "# A\n<!-- include: \(path) -->"])
            #expect(
                found.count == 1 && found[0].hasPrefix("talk.md:2:1: include: ") && found[0].contains(words), "\(found)"
            )
        }
        let scene = try DeckScene()
        try scene.write("# A\n<!-- include: link.md -->", to: "talk.md")
        try FileManager.default.createSymbolicLink(
            atPath: "\(scene.folder)/link.md", withDestinationPath: "/etc/passwd")
        #expect(
            scene.findings(try scene.loader().load("\(scene.folder)/talk.md"))[0].contains(
                "leads out of the deck's folder"))
        let piped = scene.loader().read(Array("<!-- include: talk.md -->".utf8), path: "-")
        #expect(piped.findings.map(\.text) == ["include: a deck on standard input includes no files"])
    }

    @Test func sizeAndDepthAreBounded() throws {
        var files = ["talk.md": "# A\n<!-- include: 1.md -->"]
        for number in 1...12 { files["\(number).md"] = "<!-- include: \(number + 1).md -->" }
        #expect(try findings(files).first?.contains("at most 8 files in each other") == true)
        let many = String(repeating: "<!-- include: 1.md -->\n", count: 1_000)
        let found = try findings(["talk.md": many, "1.md": String(repeating: "x", count: 100_000)])
        #expect(found.count == 1 && found[0].contains("more than 1048576 bytes"))
    }

    @Test func codeComesFromFiles() throws {
        let scene = try DeckScene()
        try scene.write(
            "# A\n```file +line_numbers\npath: a.rs\nlanguage: rust\nstart_line: 2\nend_line: 3\n```", to: "talk.md")
        try scene.write("one\ntwo\nthree\nfour\n", to: "a.rs")
        let file = try scene.loader().load("\(scene.folder)/talk.md")
        #expect(file.text == "# A\n```rust +line_numbers\ntwo\nthree\n```")
        #expect(file.files == ["\(scene.folder)/a.rs"])
    }
}
