import Foundation
import PagingContent
import Testing

@testable import riffle

/// Files, programs and formulas that try to bring the notes of a deck to the audience.
@Suite struct DeckNotesTests {
    /// The text of every file and program.
    private static let hostile =
        "-->\ntext\n```\n~~~~\n---\n# T\n-->\n<!-- notes: x -->\n???\n> ```\n---\n- ```\n<!--\n"

    private static func scene() throws -> DeckScene {
        let scene = try DeckScene()
        try scene.write(hostile, to: "hostile.md")
        for name in ["bash", "graph-easy", "dot", "utftex"] {
            try scene.program(name, "echo \(name) >>\(scene.folder)/calls; cat \(scene.folder)/hostile.md")
        }
        return scene
    }

    private static func calls(_ scene: DeckScene) -> String? {
        try? String(contentsOfFile: "\(scene.folder)/calls", encoding: .utf8)
    }

    private static let wishes = [
        "```bash +exec\nx\n```", "```bash +exec_replace\nx\n```", "~~~bash +exec_replace\nx\n~~~",
        "```dot +render\nx\n```",
        "```file\npath: hostile.md\nlanguage: text\n```", "~~~file `x`\npath: hostile.md\nlanguage: a`b\n~~~",
        "<!-- include: hostile.md -->", "$$\n\\foo\n$$", "$$\\foo$$", "```math\n\\foo\n```", "$\\text{-->}$ $x^2$",
    ]

    /// Each wish in each of these places is part of the notes, and nothing happens.
    @Test(arguments: [
        ("# A\n<!-- notes:\n", "\nSECRET\n-->"), ("# A\n<!-- speaker_note: |\n", "\nSECRET\n-->"),
        ("# A\n<!-- a --> <!-- notes:\n", "\nSECRET\n-->"), ("# A\n<!-- a\n--> <!-- notes:\n", "\nSECRET\n-->"),
        ("# A\n???\n", "\nSECRET"), ("# A\nNote:\n", "\nSECRET"), ("# A\n???\n<!--\n", "\nSECRET"),
        ("# A\n<!-- end_slide -->\n# B\n<!-- speaker_note: |\na\n---\n", "\nSECRET\n-->"),
    ])
    func nothingInNotesIsExpanded(before: String, after: String) throws {
        let scene = try Self.scene()
        let loader = scene.loader(runsCode: true)
        // A line with `-->` ends notes by itself.
        for wish in Self.wishes where !wish.contains("-->") || !after.contains("-->") {
            let file = loader.read(Array((before + wish + after).utf8), path: "\(scene.folder)/talk.md")
            let pages = try file.deck().pages
            #expect(!pages.contains { "\($0.title)\($0.body)".contains("SECRET") }, "\(wish): \(file.text)")
            #expect(pages.contains { $0.notes?.contains("SECRET") == true }, "\(wish): \(file.text)")
            #expect(file.text == before + wish + after && file.files == [])
        }
        #expect(Self.calls(scene) == nil, "no program ran")
    }

    /// The text that takes the place of a wish ends no code and no page of others, and begins no comment.
    @Test(arguments: wishes)
    func notesBehindAWishStayNotes(wish: String) throws {
        let scene = try Self.scene()
        let loader = scene.loader(runsCode: true)
        for notes in [
            "<!-- notes: SECRET -->", "<!-- notes:\n```\nSECRET\n```\n-->", "---\n# B\n???\nSECRET",
            "---\n# B\n<!-- SECRET words -->",
        ] {
            let text = "# A\n\(wish)\n\n\(notes)\n"
            let file = loader.read(Array(text.utf8), path: "\(scene.folder)/talk.md")
            let pages = try file.deck().pages
            #expect(!pages.contains { "\($0.title)\($0.body)".contains("SECRET") }, "\(file.text)")
            #expect(pages.contains { $0.notes?.contains("SECRET") == true }, "\(file.text)")
        }
    }

    @Test func codeInAListOrAQuotationIsShownAndSaid() throws {
        let scene = try Self.scene()
        for text in ["# A\n> ```bash +exec\n> x\n> ```", "# A\n- ```dot +render\n  x\n  ```"] {
            let file = scene.loader(runsCode: true).read(Array(text.utf8), path: "talk.md")
            #expect(file.text == text)
            #expect(
                file.findings.map(\.placedText) == [
                    "talk.md:2:1: expected this fence at the beginning of its line, got it in a list or a quotation; it is shown"
                ])
        }
        #expect(Self.calls(scene) == nil)
    }

    @Test func aCommentWithoutItsEndIsSaid() throws {
        let scene = try Self.scene()
        let file = scene.loader(runsCode: true).read(
            Array("# A\n<!-- a\n---\n# B\n```bash +exec\nx\n```".utf8), path: "talk.md")
        #expect(
            file.findings.map(\.placedText) == [
                "talk.md:2:1: the comment that begins here is not closed on its page: nothing is expanded before its `-->`"
            ])
        #expect(Self.calls(scene) == nil)
    }
}
