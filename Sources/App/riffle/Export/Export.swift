import ArgumentParser
import FoundationEssentials
import PagingContent
import PagingEngine
import TerminalView

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a deck as a text or a page for browsers, or a recording for asciinema.",
        discussion: """
            Examples:
              riffle export talk.md -o talk.html
              riffle export talk.md -o handout.txt --notes
              riffle export rehearsal.riffle.jsonl -o talk.cast

            The ending of the output says what it becomes: .txt has all steps of each page, one page below the other; \
            .html is one file that needs no network, with the steps, keys as in a terminal, and a page of paper for each \
            page when it is printed; .cast is an asciicast (version 2) with a mark for each page.

            Ends with 65 when the deck or the recording does not parse.
            """)

    @Argument(help: "Path of a deck, NAME.md, or of a recording, NAME.riffle.jsonl.")
    var file: String

    @Option(name: .shortAndLong, help: "Path of the output: .txt or .html for a deck, .cast for a recording.")
    var output: String

    @Flag(help: "Write the notes, too.")
    var notes = false

    @Option(help: "Theme in place of the deck's: \(ThemeFile.names), or the path of a theme file.")
    var theme: String?

    @Option(help: "Size of the window of a .cast, COLUMNSxROWS.")
    var size = WindowSize.standard

    @OptionGroup var programs: ProgramOptions

    @Option(help: "Colours of code: builtin, auto, chroma or pygments.")
    var highlighter = Highlighter.builtin

    @Flag(help: "Replace an existing file.")
    var overwrite = false

    func validate() throws {
        if !overwrite, FileManager.default.fileExists(atPath: output) {
            throw ValidationError("-o \(output) exists already; --overwrite replaces it")
        }
    }

    func run() throws {
        let isDeck = TextFile.isDeck(file)
        switch output.split(separator: ".").last?.lowercased() {
        case "txt" where isDeck: try write(text(of: deck().pages))
        case "html" where isDeck:
            let (deck, pages) = try deck()
            try write(HTMLDeck(deck, pages, theme: chosen(), hasNotes: notes).text)
        case "cast" where !isDeck: try write(try cast())
        default:
            let endings = isDeck ? ".txt or .html for a deck" : ".cast for a recording"
            throw ValidationError("-o \(output): expected a name that ends in \(endings)")
        }
    }

    private func chosen() throws -> Theme? { try theme.map { try ThemeFile.theme(named: $0) } }

    private func deck() throws -> (deck: Deck, pages: [Page]) {
        do {
            let loader = programs.loader("riffle export", highlighter)
            let read = try loader.load(file)
            for warning in read.warnings { StandardStreams.printError("riffle export: \(warning)") }
            let deck = try read.deck()
            let ready = DeckPages(deck, path: file, highlighting: loader.highlighting)
            if let warning = ready.themeWarning { StandardStreams.printError("riffle export: \(file): \(warning)") }
            return (deck, ready.pages)
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
            return try Asciicast(recording.recording, size: size, theme: chosen()).text
        } catch let failure as FileError {
            StandardStreams.printError("riffle export: \(failure)")
            throw failure.isMissing ? ExitStatus.failure : ExitStatus.unreadable
        }
    }

    private func write(_ text: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
        } catch {
            StandardStreams.printError("riffle export: \(output): \(error)")
            throw ExitStatus.failure
        }
    }
}
