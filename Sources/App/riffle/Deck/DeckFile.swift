import FoundationEssentials
import Markdown
import PagingContent

/// A deck as it is shown: with the files that it includes, and its formulas, diagrams and outputs in their places.
struct DeckFile {
    /// All of it as one Markdown text.
    let text: String
    /// Its lines, with the places where their authors wrote them.
    let lines: [DeckLine]
    /// The paths of the files that it includes.
    let files: [String]
    /// Nil where the deck and its files are too large to be read.
    let report: DeckReport?
    /// Errors and warnings, at the places of the authors.
    let findings: [Finding]

    init(_ text: DeckText, files: [String], findings: [Finding]) {
        self.files = files
        lines = text.lines
        self.text = text.text
        let report = DeckReport(reading: self.text, titleWords: \.titleWords)
        self.report = report
        var findings = findings
        if let line = text.openComment {
            let words = "the comment that begins here is not closed on its page: nothing is expanded before its `-->`"
            findings.append(Finding(.warning, words, file: line.file, line: line.number))
        }
        let lines = lines
        self.findings =
            report.errors.map { DeckFile.placed(Finding($0, file: ""), in: lines) } + findings
            + report.warnings.map { DeckFile.placed(Finding($0, file: ""), in: lines) }
    }

    /// A deck that cannot be read.
    init(_ failure: DeckFailure) {
        (text, lines, files, report, findings) = ("", [], [], nil, [failure.finding])
    }

    /// The finding at the place where the author of its line wrote it.
    func placed(_ finding: Finding) -> Finding { DeckFile.placed(finding, in: lines) }

    private static func placed(_ finding: Finding, in lines: [DeckLine]) -> Finding {
        guard let line = lines.indices.contains(finding.line - 1) ? lines[finding.line - 1] : lines.last else {
            return finding
        }
        return Finding(
            finding.severity, finding.text, file: line.file, line: line.number, column: finding.column)
    }

    /// Warnings with their places, to be printed.
    var warnings: [String] { findings.filter { $0.severity == .warning }.map(\.placedText) }

    /// The note about the warnings of a deck; nil without any.
    static func warningNote(_ warnings: Int, path: String) -> String? {
        guard warnings > 0 else { return nil }
        return "\(warnings == 1 ? "1 warning" : "\(warnings) warnings"): riffle check \(path)"
    }

    /// The deck.
    ///
    /// - Throws: kind `content`, with the place of the first error.
    func deck() throws(FileError) -> Deck {
        if let error = findings.first(where: { $0.severity == .error }) {
            throw FileError(.content, description: error.placedText)
        }
        guard let deck = report?.deck else { preconditionFailure("A report without errors has a deck.") }
        return deck
    }
}

/// The error of a deck whose files cannot be put together.
struct DeckFailure: Error {
    let finding: Finding
    /// Whether the deck is too large to read more of it.
    let isLimit: Bool

    init(_ text: String, at line: DeckLine, column: Int = 1, isLimit: Bool = false) {
        self.isLimit = isLimit
        finding = Finding(.error, text, file: line.file, line: line.number, column: column)
    }
}
