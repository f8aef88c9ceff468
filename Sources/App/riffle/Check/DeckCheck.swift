import Foundation
import Markdown
import PagingContent
import TerminalView

/// The findings in a deck: those of the reader, and those about its display.
struct DeckCheck {
    let file: String
    /// The window the pages should fit.
    let size: WindowSize
    private(set) var findings: [Finding] = []

    /// Checks `bytes`, the content of `file`. Links are relative to the file.
    init(_ bytes: [UInt8], file: String, size: WindowSize) {
        self.file = file
        self.size = size
        guard let text = String(validating: bytes, as: UTF8.self) else {
            do throws(DeckError) {
                _ = try Deck(utf8: bytes)
            } catch {
                findings = [Finding(error, file: file)]
            }
            return
        }
        let report = DeckReport(reading: text)
        findings = report.errors.map { Finding($0, file: file) } + report.warnings.map { Finding($0, file: file) }
        if let deck = report.deck {
            let lines = DeckLinks.lines(of: text)
            for (number, (page, place)) in zip(deck.pages, report.places).enumerated() {
                check(page, number: number + 1, place, lines: lines)
            }
        }
        findings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private mutating func check(_ page: Page, number: Int, _ place: DeckReport.Place, lines: [Substring]) {
        let warn = { [file] (text: String) in
            Finding(.warning, "page \(number) \(text)", file: file, line: place.line)
        }
        if page.title.isEmpty, page.body.isEmpty { return findings.append(warn("is empty")) }
        if !place.hasHeading { findings.append(warn("has no heading; its first words are its title")) }
        let document = Document(markdown: page.body)
        if document.steps != page.steps {
            let noun = page.steps == 1 ? "pause" : "pauses"
            let text = "has \(page.steps) \(noun), and its text shows \(document.steps); is one in code?"
            findings.append(warn(text))
        }
        let hidden = PageOverflow(of: page, document: document, columns: size.columns, rows: size.rows).below
        if hidden > 0 {
            let noun = hidden == 1 ? "line" : "lines"
            findings.append(warn("has \(hidden) \(noun) more than \(size) shows at once"))
        }
        for address in DeckLinks.files(in: document) where !exists(address) {
            let (line, column) = DeckLinks.place(of: address, in: lines, from: place.line)
            let text = "there is no file `\(address)`"
            findings.append(Finding(.warning, text, file: file, line: line, column: column))
        }
    }

    /// Whether the target of a link exists; always true for a deck from standard input.
    private func exists(_ address: String) -> Bool {
        guard file != "-" else { return true }
        let path = address.removingPercentEncoding ?? address
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }
}
