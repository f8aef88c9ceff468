import ArgumentParser
import PagingContent
import Platform

/// Reads decks as they are shown. Diagrams and outputs that it has made before are not made again.
final class DeckLoader {
    struct LoaderSettings {
        /// Whether programs may draw diagrams and formulas.
        var drawsDiagrams = true
        /// Whether the code in a deck may run.
        var runsCode = false
        var highlighter = Highlighter.builtin
        /// The path of a program; nil where it is not installed.
        var find: (String) -> String? = LimitedProgram.find
        var cache = DiagramCache()
    }

    /// Colours of the decks' code.
    let highlighting: Highlighting
    private let settings: LoaderSettings
    /// The programs that run while it reads.
    let runs: ProgramRuns
    private let diagrams: DiagramDrawing
    private let code: CodeRunner

    /// - Parameter say: takes a sentence about a program that runs.
    init(_ settings: LoaderSettings = LoaderSettings(), say: @escaping (String) -> Void = { _ in }) {
        self.settings = settings
        highlighting = Highlighting(settings.highlighter, find: settings.find)
        runs = ProgramRuns(say: say)
        diagrams = DiagramDrawing(cache: settings.cache, runs: runs, find: settings.find)
        code = CodeRunner(runs: runs, find: settings.find)
    }

    /// Reads the deck at `path`; `-` is standard input.
    ///
    /// - Throws: an error about the file itself. Errors in the deck are among the findings.
    func load(_ path: String) throws(FileError) -> DeckFile {
        read(try TextFile.bytes(of: path), path: path)
    }

    /// Reads a deck from the bytes of the file at `path`.
    func read(_ bytes: [UInt8], path: String) -> DeckFile {
        runs.begin()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            do throws(DeckError) {
                _ = try Deck(utf8: bytes)
                preconditionFailure("A text that is no UTF-8 is no deck.")
            } catch {
                let place = DeckLine("", file: path, number: error.line)
                return DeckFile(DeckFailure(error.sentence, at: place, column: error.column))
            }
        }
        // Nothing is put together from a text that is too long.
        guard text.utf8.count <= DeckLimits.deckBytes else {
            return DeckFile(DeckText(text, file: path), files: [], findings: [])
        }
        do throws(DeckFailure) {
            let includes = try DeckIncludes(text, path: path)
            var blocks = BlockExpansion(settings, diagrams, code)
            let lines = blocks.lines(of: DeckText(includes.lines))
            let formulas = FormulaExpansion(DeckText(lines)) { [settings, diagrams] tex in
                settings.drawsDiagrams ? diagrams.formula(tex) : nil
            }
            var findings = includes.findings + blocks.findings
            if let (line, count) = formulas.unknown {
                let words =
                    count == 1
                    ? "a formula is shown as written" : "\(count) formulas are shown as written, this one first"
                let text =
                    "\(words): Unicode cannot show all of it, and `utftex` draws only what stands on lines of its own"
                findings.append(Finding(.warning, text, file: line.file, line: line.number))
            }
            if let complaint = highlighting.complaint {
                findings.append(Finding(.warning, complaint, file: path, line: 1))
            }
            return DeckFile(DeckText(formulas.lines), files: includes.files, findings: findings)
        } catch {
            return DeckFile(error)
        }
    }
}

/// Options for the programs that draw and run parts of a deck.
struct ProgramOptions: ParsableArguments {
    @Flag(help: "Run code blocks marked +exec and +exec_replace, with your rights, and show their output.")
    var exec = false

    @Flag(inversion: .prefixedNo, help: "Let installed programs draw diagrams, such as graph-easy and dot.")
    var programs = true

    func loader(_ command: String, _ highlighter: Highlighter = .builtin) -> DeckLoader {
        let settings = DeckLoader.LoaderSettings(drawsDiagrams: programs, runsCode: exec, highlighter: highlighter)
        return DeckLoader(settings) { StandardStreams.printError("\(command): \($0)") }
    }
}
