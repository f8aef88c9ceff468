import Foundation
import TestPeers
import TestSupport
import Testing

extension CommandScenes {
    /// `riffle export` to PDF and PNG, read again by poppler's tools.
    @Suite(.enabled(if: ManualTests.isInstalled("pdftotext"), "poppler-utils is needed"))
    struct PaperExportTests {
        private static let talk = """
            ---
            title: A talk about paper
            subtitle: And its sheets
            author: Ann
            date: today
            footer: "{author} at {page} of {pages}"
            ---
            # First words

            Some **strong** and *leaning* words with a [link](https://example.org/it's?a=b).

            | left | right |
            |------|-------|
            | one  | two   |
            <!-- pause -->
            Words of a step.
            <!-- notes: whisper this -->
            ---
            # Second words

            ```swift
            let answer = 42  // a comment
            ```
            """

        private func export(_ deck: String, to output: String, _ options: [String] = []) throws -> (
            code: Int32, lines: [String], complaints: String
        ) {
            try RunningProgram.run(["export", deck, "-o", output] + options)
        }

        /// Positions of words in a text, which must be all there.
        private func places(_ words: [String], in text: String) throws -> [String.Index] {
            try words.map { word in try #require(text.range(of: word)?.lowerBound, "\(word) in \(text)") }
        }

        @Test func picturesAreOnPaperAsTheyAre() throws {
            let folder = try ScratchFolder()
            let pdf = folder.path("pictures.pdf")
            let deck = Repository.file("Examples/decks/pictures/pictures.md").path
            let end = try export(deck, to: pdf)
            #expect(end.code == 0 && end.complaints.isEmpty, "\(end)")
            // A line for each picture below two of a head; half blocks would be no pictures.
            let found = try shell(["pdfimages", "-list", pdf]).text.split(separator: "\n").dropFirst(2)
            #expect(Set(found.compactMap { $0.split(separator: " ").first }).count >= 4, "\(found)")
            #expect(try !shell(["pdftotext", pdf, "-"]).text.contains("▀"))
        }

        @Test func aDeckBecomesAPDF() throws {
            let folder = try ScratchFolder()
            let (deck, pdf) = (try folder.write(Self.talk, to: "talk.md"), folder.path("talk.pdf"))
            let end = try export(deck, to: pdf)
            #expect(end.code == 0 && end.complaints.isEmpty, "\(end)")
            let about = try shell(["pdfinfo", pdf]).text
            for (name, value) in [
                ("Title", "A talk about paper"), ("Author", "Ann"), ("Pages", "3"), ("Page size", "960 x 540 pts"),
            ] {
                let line = try Regex("(?m)^\(name): +\(value)$")
                #expect(about.contains(line), "\(about)")
            }
            let text = try shell(["pdftotext", "-layout", pdf, "-"]).text
            let found = try places(
                [
                    "A talk about paper", "And its sheets", "First words", "Some strong and leaning words with a link",
                    "left", "right", "one", "two", "Words of a step.", "Ann at 2 of 3", "page 2 of 3", "Second words",
                    "let answer = 42", "// a comment", "Ann at 3 of 3", "page 3 of 3",
                ], in: text)
            #expect(found == found.sorted(), "\(text)")
            #expect(!text.contains("whisper") && !text.contains("│"))
            let fonts = try shell(["pdffonts", pdf]).text.split(separator: "\n").dropFirst(2)
            #expect(fonts.count >= 3 && fonts.allSatisfy { $0.contains(" yes yes yes ") }, "\(fonts)")
            // poppler writes outline and links as XML.
            let xml = try shell(["pdftohtml", "-xml", "-stdout", "-i", pdf]).text
            #expect(xml.contains("<item page=\"2\">First words</item>") && xml.contains("<item page=\"3\">"), "\(xml)")
            #expect(
                xml.contains("href=\"https://example.org/it&apos;s?a=b\"")
                    || xml.contains("https://example.org/it's?a=b"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == [
                    "talk.md", "talk.pdf",
                ])

            let again = try export(deck, to: pdf)
            #expect(again.code == 64 && again.complaints.contains("--overwrite replaces it"))
            #expect(try export(deck, to: pdf, ["--overwrite", "--notes", "--steps", "--theme", "dracula"]).code == 0)
            #expect(try shell(["pdfinfo", pdf]).text.contains(/Pages: +5\n/))
            let noted = try shell(["pdftotext", pdf, "-"]).text
            let order = try places(
                ["First words", "Words of a step.", "Notes: First words", "whisper this", "Second"], in: noted)
            #expect(order == order.sorted(), "\(noted)")
        }

        @Test func aFolderGetsPictures() throws {
            let folder = try ScratchFolder()
            let (deck, frames) = (try folder.write(Self.talk, to: "talk.md"), folder.path("frames") + "/")
            #expect(try export(deck, to: frames, ["--steps", "--scale", "0.5"]).code == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
            #expect(names == ["page-001.png", "page-002-1.png", "page-002-2.png", "page-003.png"])
            let pictures = try names.map { try Data(contentsOf: URL(fileURLWithPath: frames + $0)) }
            for picture in pictures {
                // PNG, 480 by 270.
                #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                #expect(Array(picture[16..<24]) == [0, 0, 1, 0xE0, 0, 0, 1, 0x0E])
            }
            #expect(pictures[1] != pictures[2], "the step is seen")
            let again = try export(deck, to: frames)
            #expect(again.code == 64 && again.complaints.contains("--overwrite replaces it"))
        }

        @Test func tallPagesAndLongLinesAreWhole() throws {
            let folder = try ScratchFolder()
            let lines = (1...90).map { "line \($0)" }.joined(separator: "\n")
            let long = (1...900).map { "w\($0)" }.joined(separator: " ")
            let deck = try folder.write("# Tall\n\n```\n\(lines)\n```\n---\n# Long\n\n\(long)\n", to: "tall.md")
            let pdf = folder.path("tall.pdf")
            #expect(try export(deck, to: pdf).code == 0)
            let text = try shell(["pdftotext", "-layout", pdf, "-"]).text
            #expect(text.contains("line 1\n") && text.contains("line 90\n") && text.contains("w900"))
            #expect(!text.contains("more line"))
            let endless = (1...9_000).map { "l\($0)" }.joined(separator: "\n")
            let cut = try export(
                try folder.write("# Endless\n\n```\n\(endless)\n```\n", to: "endless.md"),
                to: folder.path("endless.pdf"))
            #expect(cut.code == 0 && cut.complaints.contains("page 1 has more lines than a sheet"), "\(cut)")
        }

        /// Texts of a deck stay texts, and control characters are refused before anything is drawn.
        @Test func hostileDecks() throws {
            let folder = try ScratchFolder()
            let bad = try folder.write("# A\n\nb\u{1B}[2J\n", to: "bad.md")
            let end = try export(bad, to: folder.path("bad.pdf"))
            #expect(end.code == 65 && end.complaints.contains("U+001B"), "\(end)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("bad.pdf")))
            let odd = try folder.write(
                "# A ' \\\\ ] uri='x'\n\n[a](https://example.org/'%20uri=') [b](javascript:alert(1)) \u{202E}turned\u{202C} "
                    + String(repeating: "a\u{301}\u{302}", count: 3_000) + " שלום مرحبا\n", to: "odd.md")
            let pdf = folder.path("odd.pdf")
            let drawn = try export(odd, to: pdf)
            #expect(drawn.code == 0, "\(drawn)")
            let xml = try shell(["pdftohtml", "-xml", "-stdout", "-i", pdf]).text
            #expect(xml.contains("https://example.org/") && !xml.contains("href=\"javascript"), "\(xml.prefix(2_000))")
        }

        @Test func aThousandPagesAreBounded() throws {
            let folder = try ScratchFolder()
            let pages = (1...1_000).map { "# Page \($0)\n\n- one\n- two\n\n```swift\nlet page = \($0)\n```\n" }
            let deck = try folder.write(pages.joined(separator: "---\n"), to: "long.md")
            let pdf = folder.path("long.pdf")
            #expect(try export(deck, to: pdf).code == 0)
            #expect(try shell(["pdfinfo", pdf]).text.contains(/Pages: +1000\n/))
            let bytes = try FileManager.default.attributesOfItem(atPath: pdf)[.size] as? Int
            #expect(try #require(bytes) < 3_000_000)
        }

        @Test func placesAndFontsThatAreNotThereAreNamed() throws {
            let folder = try ScratchFolder()
            let deck = try folder.write("# A\n", to: "a.md")
            let nowhere = folder.path("none/a.pdf")
            let lost = try export(deck, to: nowhere)
            #expect(
                lost.code == 1 && lost.complaints == "riffle export: \(nowhere): No such file or directory", "\(lost)")
            let odd = try export(deck, to: folder.path("a.pdf"), ["--font", "No Such Font"])
            #expect(odd.code == 1 && odd.complaints.contains("no font `No Such Font`"), "\(odd)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a.md"])
        }

        /// A drawing of 12 lines that draws ten thousand million times as many is given up.
        @Test func aDrawingThatTakesTooLongIsEnded() throws {
            let folder = try ScratchFolder()
            let groups = (1..<11).map { number in
                "<g id='a\(number)'>" + String(repeating: "<use href='#a\(number - 1)'/>", count: 10) + "</g>"
            }
            let start =
                "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><defs><g id='a0'><circle r='5'/></g>"
            let drawing = try folder.write(
                start + groups.joined() + "</defs><use href='#a10'/></svg>", to: "drawing.svg")
            let paper = ServedRooms.executable.deletingLastPathComponent().appendingPathComponent("riffle-paper").path
            let end = try shell([
                "sh", "-c", "'\(paper)' svg --width 2000 --height 2000 <'\(drawing)' >'\(folder.path("out"))'",
            ])
            #expect(end.code != 0, "\(end)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("out"))).isEmpty)
        }

        /// The program alone, without riffle-paper beside it.
        @Test func aMissingProgramIsNamed() throws {
            let folder = try ScratchFolder()
            let deck = try folder.write(Self.talk, to: "talk.md")
            let own = ServedRooms.executable
            let alone = own.deletingLastPathComponent().appendingPathComponent("alone-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: alone, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: alone) }
            let program = alone.appendingPathComponent("riffle")
            try FileManager.default.linkItem(at: own, to: program)
            let run = try RunningProgram(
                program, arguments: ["export", deck, "-o", folder.path("talk.pdf")],
                environment: ["PATH": "/nonexistent"])
            defer { run.end() }
            #expect(try run.exitCode() == 69)
            #expect(
                run.complaints.contains("need the program riffle-paper") && run.complaints.contains("the .deb has it"))
            // A program that ends at once is a failure, and leaves no file.
            let paper = alone.appendingPathComponent("riffle-paper").path
            try ScriptProgram.write("echo no fonts here >&2\nexit 3", to: paper)
            let failed = try RunningProgram(program, arguments: ["export", deck, "-o", folder.path("talk.pdf")])
            defer { failed.end() }
            #expect(try failed.exitCode() == 1)
            #expect(failed.complaints.contains("no fonts here"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["talk.md"])
        }
    }
}
