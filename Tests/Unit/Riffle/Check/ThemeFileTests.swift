import ArgumentParser
import Foundation
import PagingContent
import Testing

@testable import riffle

/// Themes by name and from files.
@Suite struct ThemeFileTests {
    private func folder(_ play: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theme-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try play(folder)
    }

    private func complaint(_ text: String) throws -> String {
        var complaint = ""
        try folder { folder in
            try text.write(toFile: "\(folder)/t.yaml", atomically: true, encoding: .utf8)
            do {
                _ = try ThemeFile.theme(named: "\(folder)/t.yaml")
            } catch let error as ValidationError {
                complaint = error.message.replacing("\(folder)/", with: "")
            }
        }
        return complaint
    }

    @Test func aDeckNamesAFileBesideIt() throws {
        try folder { folder in
            try "name: Sea\nground: \"#002b36\"\nlink: bright-blue\n"
                .write(toFile: "\(folder)/sea.yaml", atomically: true, encoding: .utf8)
            let deck = try Deck(parsing: "---\ntheme: sea.yaml\n---\n# A\n---\n# B\n")
            let pages = DeckPages(deck, path: "\(folder)/talk.md")
            #expect(pages.pages.map(\.theme) == Array(repeating: "Sea;ground=#002b36;link=12", count: 2))
            #expect(pages.themeWarning == nil)
        }
        #expect(DeckPages(try Deck(parsing: "---\ntheme: Dracula\n---\n# A"), path: "x.md").pages[0].theme == "dracula")
    }

    @Test func whatIsWrongIsSaidWithItsPlace() throws {
        #expect(try complaint("- a").hasPrefix("t.yaml:1:1: expected a mapping"))
        #expect(try complaint("link: 1\ntitle: pink").hasPrefix("t.yaml:2:1: expected a colour"))
        // Without quotes it is a comment of YAML.
        #expect(try complaint("title: #ff0000").hasPrefix("t.yaml:1:1: expected a colour as \"#rrggbb\" in quotes"))
        #expect(try complaint("titel: 1").contains("t.yaml:1:1: expected one of ground, text, title"))
        #expect(try complaint("a: [").hasPrefix("t.yaml: not YAML"))
        let deck = try Deck(parsing: "---\ntheme: draculla\n---\n# A")
        let pages = DeckPages(deck, path: "talk.md")
        #expect(pages.pages[0].theme == nil)
        #expect(pages.themeWarning?.hasPrefix("theme: no theme `draculla`: did you mean `dracula`? there are ") == true)
        let findings = DeckCheck(Array("---\ntheme: no.yaml\n---\n# A\ntext".utf8), file: "talk.md", size: .standard)
            .findings
        #expect(findings.count == 1 && findings[0].sentence.hasPrefix("talk.md:1:1: warning: theme: no.yaml"))
    }
}
