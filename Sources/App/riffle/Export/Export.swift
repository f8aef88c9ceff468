import ArgumentParser
import FoundationEssentials
import PagingContent
import PagingEngine
import Paper
import TerminalView

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a deck as PDF, pictures, text or a page for browsers, or a recording for asciinema.",
        discussion: """
            Examples:
              riffle export talk.md -o talk.pdf
              riffle export talk.md -o frames/ --steps --scale 1
              riffle export talk.md -o talk.html
              riffle export talk.md -o handout.txt --notes
              riffle export rehearsal.riffle.jsonl -o talk.cast

            The ending of the output says what it becomes: .pdf has a sheet for each page, as the window shows it, with texts \
            that can be selected and links; a name that ends in / is a folder that gets page-001.png and so on; .txt has all steps of each page, one page below the other; \
            .html is one file that needs no network, with the steps, keys as in a terminal, and a page of paper for each \
            page when it is printed; .cast is an asciicast (version 2) with a mark for each page.

            PDF and PNG are drawn by riffle-paper, a program beside this one. A page that is too tall gets smaller letters. A \
            theme without a background of its own is printed on white.

            Ends with 65 when the deck or the recording does not parse, with 69 without riffle-paper.
            """)

    @Argument(help: "Path of a deck, NAME.md, or of a recording, NAME.riffle.jsonl.")
    var file: String

    @Option(
        name: .shortAndLong,
        help: "Path of the output: .pdf, .html, .txt or a folder with a / at its end for a deck, .cast for a recording."
    )
    var output: String

    @Flag(help: "Write the notes, too; on a sheet after that of the page.")
    var notes = false

    @Flag(help: "Write a sheet or a picture for each step of a page.")
    var steps = false

    @Option(help: "Theme in place of the deck's: \(ThemeFile.names), or the path of a theme file.")
    var theme: String?

    @Option(
        help:
            "Cells of the window of a .cast (\(WindowSize.standard)) or of a sheet (\(PaperDeck.standardSize)), COLUMNSxROWS."
    )
    var size: WindowSize?

    @Option(help: "Font of PDF and PNG; its letters must have one width.")
    var font = PaperHeader.standardFont

    @Option(help: "Pixels of a point in PNG; at 2 a picture has 1920 by 1080.")
    var scale = 2.0

    @OptionGroup var text: TextWidthOption

    @OptionGroup var programs: ProgramOptions

    @Option(help: "Colours of code: builtin, auto, chroma or pygments.")
    var highlighter = Highlighter.builtin

    @Flag(help: "Replace an existing file.")
    var overwrite = false

    func validate() throws {
        let isTaken =
            isFolder
            ? (try? FileManager.default.contentsOfDirectory(atPath: output))?.isEmpty == false
            : FileManager.default.fileExists(atPath: output)
        if !overwrite, isTaken { throw ValidationError("-o \(output) exists already; --overwrite replaces it") }
        guard (0.1...4).contains(scale) else {
            throw ValidationError("--scale \(scale): expected a number from 0.1 to 4")
        }
        guard !font.isEmpty, font.utf8.count <= 64 else {
            throw ValidationError("--font: expected a name of at most 64 bytes")
        }
    }

    /// Whether the output is a folder of pictures.
    private var isFolder: Bool { output.hasSuffix("/") }

    func run() throws {
        let isDeck = TextFile.isDeck(file)
        if isFolder, isDeck { return try draw() }
        switch output.split(separator: ".").last?.lowercased() {
        case "pdf" where isDeck: try draw()
        case "txt" where isDeck: try write(text(of: deck().ready.pages))
        case "html" where isDeck:
            let (deck, ready) = try deck()
            try write(HTMLDeck(deck, ready, theme: chosen(), hasNotes: notes).text)
        case "cast" where !isDeck: try write(try cast())
        default:
            let endings =
                isDeck
                ? ".pdf, .html, .txt or / for a deck" : ".cast for a recording, or a deck (.md) instead of \(file)"
            throw ValidationError("-o \(output): expected a name that ends in \(endings)")
        }
    }

    private func chosen() throws -> Theme? { try theme.map { try ThemeFile.theme(named: $0) } }

    private func deck() throws -> (deck: Deck, ready: DeckPages) {
        do {
            let loader = programs.loader("riffle export", highlighter)
            let read = try loader.load(file)
            for warning in read.warnings { StandardStreams.printError("riffle export: \(warning)") }
            let deck = try read.deck()
            let ready = DeckPages(deck, path: file, highlighting: loader.highlighting)
            for warning in ready.warnings { StandardStreams.printError("riffle export: \(file): \(warning)") }
            return (deck, ready)
        } catch {
            guard error.kind == .content else { throw ValidationError("\(error)") }
            StandardStreams.printError("riffle export: \(error)")
            throw ExitStatus.unreadable
        }
    }

    private func text(of pages: [Page]) -> String {
        pages.enumerated().map { number, page in
            let place = StatusLine.PageInView.listed(number: Int64(number + 1), count: pages.count)
            let block = LinearText.block(place: place, page: page, document: page.document)
            return block + (notes ? page.notes.map { "notes: \($0)\n\n" } ?? "" : "")
        }.joined()
    }

    private func cast() throws -> String {
        do {
            let recording = try RecordingFile(path: file)
            for warning in recording.warnings { StandardStreams.printError("riffle export: \(warning)") }
            let window = size ?? .standard
            return try Asciicast(recording.recording, size: window, theme: chosen(), measure: text.width).text
        } catch let failure as FileError {
            StandardStreams.printError("riffle export: \(failure)")
            throw failure.isMissing ? ExitStatus.failure : ExitStatus.unreadable
        }
    }

    /// Writes PDF or PNG.
    private func draw() throws {
        let (deck, ready) = try deck()
        var header = PaperHeader(title: deck.title)
        header.author = deck.settings.author
        header.font = font
        var paper = PaperDeck(title: deck.title, pages: ready.pages)
        paper.theme = try chosen()
        paper.size = size ?? PaperDeck.standardSize
        paper.measure = text.width
        paper.files = Dictionary(ready.assets.map { ($0.name, $0) }) { first, _ in first }
        (paper.hasSteps, paper.hasNotes) = (steps, notes)
        try PaperExport(paper, header, output: output, scale: isFolder ? scale : nil).run()
    }

    private func write(_ text: String) throws {
        do {
            try TextFile.write(text, to: output)
        } catch {
            StandardStreams.printError("riffle export: \(error)")
            throw ExitStatus.failure
        }
    }
}
