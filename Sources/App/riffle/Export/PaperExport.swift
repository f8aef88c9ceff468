import ArgumentParser
import FoundationEssentials
import Glibc
import Paper

/// The export of a deck as a PDF or as a folder of PNG.
struct PaperExport {
    private let deck: PaperDeck
    private let header: PaperHeader
    private let output: String
    /// Pixels of a point; nil for a PDF.
    private let scale: Double?

    init(_ deck: PaperDeck, _ header: PaperHeader, output: String, scale: Double?) {
        self.deck = deck
        self.header = header
        self.output = output
        self.scale = scale
    }

    func run() throws {
        guard deck.count <= PaperLimits.sheets else {
            throw ValidationError(
                "expected at most \(PaperLimits.sheets) sheets, got \(deck.count); export without --steps or --notes")
        }
        signal(SIGPIPE, SIG_IGN)
        let program = try ExitStatus.orEnd("riffle export", with: ExitStatus.unreachable) { try PaperProgram() }
        try ExitStatus.orEnd("riffle export") {
            if let scale { try drawPictures(with: program, scale) } else { try drawPDF(with: program) }
        }
    }

    private func drawPictures(with program: PaperProgram, _ scale: Double) throws {
        do {
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(description: "\(output): the folder cannot be made here")
        }
        try program.draw(["png", "--output", output, "--scale", "\(scale)"], header, sheets)
    }

    /// The file gets its name when it is complete.
    private func drawPDF(with program: PaperProgram) throws {
        let unfinished = "\(output).\(getpid()).part"
        // A place without a file is found before anything is drawn.
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard file >= 0 else { throw FileError.system(output) }
        close(file)
        defer { unlink(unfinished) }
        try program.draw(["pdf", "--output", unfinished], header, sheets)
        guard rename(unfinished, output) == 0 else { throw FileError.system(output) }
    }

    private func sheets(_ write: (PaperSheet) -> Bool) {
        let isWatched = isatty(STDERR_FILENO) == 1
        var tallest: Set<Int> = []
        defer {
            for place in tallest.sorted() where deck.isCut(at: place) {
                StandardStreams.printError(
                    "riffle export: page \(place + 1) has more lines than a sheet; divide it, the rest is missing")
            }
        }
        defer { if isWatched { StandardStreams.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) } }
        for place in deck.pages.indices {
            if isWatched, place % 10 == 0 {
                let text = "\rriffle export: page \(place + 1) of \(deck.pages.count)"
                StandardStreams.write(Array(text.utf8), to: STDERR_FILENO)
            }
            for sheet in deck.sheets(at: place) {
                guard write(sheet) else { return }
                if sheet.columns >= PaperLimits.side || sheet.rows >= PaperLimits.side { tallest.insert(place) }
            }
        }
    }
}
