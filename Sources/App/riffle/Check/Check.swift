import ArgumentParser
import FoundationEssentials
import PagingContent
import Scripting

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List errors and warnings in decks, scripts and profiles, with file:line:column.",
        discussion: """
            Decks end in .md, scripts and profiles of riffle load in .yaml; - is a deck on standard input.

            Ends with 65 when a file does not parse, with --strict also on a warning.

            Examples:
              riffle check Examples/decks/*.md Examples/scripts/*.yaml
              riffle check talk.md --size 100x30 --strict
              riffle check talk.md --format json
            """)

    @Argument(help: "Paths of decks, scripts and profiles.")
    var files: [String]

    @Option(help: "Size of the window a page should fit, COLUMNSxROWS.")
    var size = WindowSize.standard

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @OptionGroup var programs: ProgramOptions

    @Option(help: "Output: text, or json with one object per line: file, line, column, severity and text.")
    var format = CheckFormat.text

    func run() throws {
        var findings: [Finding] = []
        let loader = programs.loader("riffle check")
        for file in files { findings += try Check.findings(in: file, size: size, loader: loader) }
        for finding in findings {
            StandardStreams.print(format == .json ? try finding.jsonLine() : finding.sentence)
        }
        StandardStreams.printError("riffle check: \(Check.summary(findings, files: files.count))")
        guard Check.passes(findings, strict: strict) else { throw ExitStatus.unreadable }
    }

    /// Whether there are no errors, and with `strict` no warnings.
    static func passes(_ findings: [Finding], strict: Bool) -> Bool {
        !findings.contains { strict || $0.severity == .error }
    }

    /// All findings in one file; says for which other program a deck is written.
    static func findings(
        in file: String, size: WindowSize, loader: DeckLoader = DeckLoader()
    ) throws -> [Finding] {
        do {
            switch file.split(separator: ".").last?.lowercased() {
            case "yaml", "yml": return try yamlFindings(in: try TextFile.read(file), file: file)
            case "md", "markdown", "-":
                let check = DeckCheck(try TextFile.bytes(of: file), file: file, size: size, loader: loader)
                if check.dialect != .riffle {
                    StandardStreams.printError(
                        "riffle check: \(file): a deck of \(check.dialect.rawValue); riffle convert writes it in Riffle's own form"
                    )
                }
                return check.findings
            default: throw ValidationError("\(file): expected a deck (.md), or a script or a profile (.yaml)")
            }
        } catch let failure as FileError {
            throw ValidationError(failure.description)
        }
    }

    /// Findings in a script, or in a profile of `riffle load`.
    private static func yamlFindings(in text: String, file: String) throws -> [Finding] {
        guard ProfileReader.isProfile(text) else { return ScriptCheck(text, file: file).findings }
        do {
            _ = try ProfileReader.read(text, file: file)
            return []
        } catch {
            return error.errors.map { Finding($0) }
        }
    }

    private static func summary(_ findings: [Finding], files: Int) -> String {
        let errors = findings.count { $0.severity == .error }
        let counts = [(files, "file"), (errors, "error"), (findings.count - errors, "warning")]
        return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}

enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}

/// The findings in a script and the decks it refers to.
struct ScriptCheck {
    private(set) var findings: [Finding] = []

    /// Checks `text`, the content of `file`. The paths of decks are relative to the file.
    init(_ text: String, file: String) {
        let script: Script
        do {
            script = try ScriptReader.read(text, file: file, inputs: ScriptInputs(beside: file))
        } catch {
            findings = error.errors.map { Finding($0) }
            return
        }
        findings = script.warnings.map { Finding(.warning, $0.text, file: file, line: $0.line) }
        findings += ProfileFile.findings(in: script)
        let lines = DeckLinks.lines(of: text)
        let loader = DeckLoader(DeckLoader.LoaderSettings(drawsDiagrams: false))
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        for deck in script.deckPaths {
            let path = folder.appendingPathComponent(deck).relativePath
            do {
                findings += try loader.load(path).findings.filter { $0.severity == .error }
            } catch {
                let (line, column) = DeckLinks.place(of: deck, in: lines, from: 1)
                findings.append(Finding(.error, error.description, file: file, line: line, column: column))
            }
        }
    }
}

/// An error or a warning at a place in a deck or a script.
struct Finding: Hashable, Encodable {
    enum Severity: String, Encodable {
        case error
        case warning
    }

    let file: String
    /// From 1.
    let line: Int
    /// From 1.
    let column: Int
    let severity: Severity
    let text: String

    init(_ severity: Severity, _ text: String, file: String, line: Int, column: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.text = text
    }

    init(_ error: DeckError, file: String) {
        self.init(.error, error.sentence, file: file, line: error.line, column: error.column)
    }

    init(_ warning: DeckWarning, file: String) {
        self.init(.warning, warning.text, file: file, line: warning.line, column: warning.column)
    }

    init(_ error: ScriptError) {
        let end = error.suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        self.init(.error, error.message + end, file: error.file, line: error.line, column: error.column)
    }

    /// The text behind its place.
    var placedText: String { "\(file):\(line):\(column): \(text)" }

    /// The same as a warning.
    var asWarning: Finding { Finding(.warning, text, file: file, line: line, column: column) }

    /// One line in the format of compilers, which editors understand.
    var sentence: String { "\(file):\(line):\(column): \(severity.rawValue): \(text)" }
}
