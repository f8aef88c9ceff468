import ArgumentParser
import FoundationEssentials
import Glibc
import PagingContent
import Scripting

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a script from a recording, or a deck of Riffle's own form from another program's.",
        discussion: """
            Examples:
              riffle convert rehearsal.riffle.jsonl -o rehearsal.riffle.yaml
              riffle convert rehearsal.riffle.jsonl | riffle replay -
              riffle convert rehearsal.riffle.jsonl --followers 500 -o talk.riffle.yaml
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/talk
              riffle convert slidev.md -o talk.md

            A script has the same actions at the same times. Drags become paths and buttons become steps; the script contains the pages that were seen. A recording has \
            no refused requests, so the script has none. Actions that a script cannot express are listed on standard \
            error.

            A deck ends in .md. Decks of presenterm, Slidev, Marp, reveal.js, patat, lookatme, slides, remark and Deckset are \
            recognised. Ideas that do not exist here are listed on standard error.

            Ends with 65 when the recording does not parse or is too long for a script.
            """)

    @Argument(
        help: "Path of a recording, NAME.riffle.jsonl, or of a deck, NAME.md; - is a recording on standard input.")
    var file: String

    @Option(name: .shortAndLong, help: "Path of the script, NAME.riffle.yaml, or the deck; - is standard output.")
    var output = "-"

    @Flag(help: "Replace an existing file.")
    var overwrite = false

    @Option(help: "Number of viewers to add, for riffle load.")
    var followers = 0

    @Flag(name: [.short, .long], help: "Print errors only.")
    var quiet = false

    func validate() throws {
        guard (0...ScriptLimits.users).contains(followers) else {
            throw ValidationError("--followers \(followers): expected a number from 0 to \(ScriptLimits.users)")
        }
        if output != "-", !overwrite, FileManager.default.fileExists(atPath: output) {
            throw ValidationError("-o \(output) exists already; --overwrite replaces it")
        }
    }

    func run() throws {
        if ["md", "markdown"].contains(file.split(separator: ".").last?.lowercased()) { return try convertDeck() }
        let conversion: ScriptConversion
        do {
            let file = try RecordingFile(path: file)
            for warning in file.warnings { say(warning) }
            let name = output == "-" ? "script" : output
            conversion = try ScriptConversion(file.recording, file: name, followers: followers)
        } catch let failure as FileError {
            StandardStreams.printError("riffle convert: \(failure)")
            throw failure.isMissing ? ExitStatus.failure : ExitStatus.unreadable
        } catch {
            StandardStreams.printError("riffle convert: \(file): \(error)")
            throw ExitStatus.unreadable
        }
        for omission in conversion.omissions { say("not in the script: \(omission)") }
        try write(conversion.text)
    }

    private func convertDeck() throws {
        let text: String
        do {
            text = try TextFile.read(file)
        } catch {
            StandardStreams.printError("riffle convert: \(error)")
            throw error.isMissing ? ExitStatus.failure : ExitStatus.unreadable
        }
        let converted = DialectReader.converted(text)
        guard converted.dialect != .riffle else {
            StandardStreams.printError(
                "riffle convert: \(file): expected a recording or a deck of another program, got a deck of Riffle's own form"
            )
            throw ExitStatus.unreadable
        }
        for warning in converted.warnings { say("\(file):\(warning)") }
        say("\(file): a deck of \(converted.dialect.rawValue)")
        try write(converted.text)
    }

    private func say(_ sentence: String) {
        if !quiet { StandardStreams.printError("riffle convert: \(sentence)") }
    }

    private func write(_ text: String) throws {
        guard output != "-" else {
            StandardStreams.write(Array(text.utf8), to: STDOUT_FILENO)
            return
        }
        do {
            try TextFile.write(text, to: output)
        } catch {
            StandardStreams.printError("riffle convert: \(error)")
            throw ExitStatus.failure
        }
    }
}
