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
    /// The program that the deck is written for.
    private(set) var dialect = DeckDialect.riffle

    /// Checks `bytes`, the content of `file`. Links are relative to the file.
    init(_ bytes: [UInt8], file: String, size: WindowSize, loader: DeckLoader = DeckLoader()) {
        self.file = file
        self.size = size
        let deckFile = loader.read(bytes, path: file)
        findings = deckFile.findings
        guard let report = deckFile.report else { return }
        dialect = report.dialect
        if let deck = report.deck {
            let lines = DeckLinks.lines(of: deckFile.text)
            findings += DeckCheck.layoutFindings(in: deckFile.lines)
            let ready = DeckPages(deck, path: file)
            if let warning = ready.themeWarning { findings.append(Finding(.warning, warning, file: file, line: 1)) }
            if let warning = ready.sizeWarning() { findings.append(Finding(.warning, warning, file: file, line: 1)) }
            // A deck from standard input has no folder.
            for warning in ready.pictureWarnings where file != "-" {
                let start = report.pageStarts[warning.page - 1].line
                let (line, column) = DeckLinks.place(of: "](\(warning.address)", in: lines, from: start)
                let text = "\(warning.text); its words are shown"
                // The place of the address itself.
                let finding = Finding(.warning, text, file: file, line: line, column: column == 1 ? 1 : column + 2)
                findings.append(deckFile.placed(finding))
            }
            for (number, (page, place)) in zip(deck.pages, report.pageStarts).enumerated() {
                let known = findings.count
                check(page, number: number + 1, place, lines: lines)
                for place in known..<findings.count { findings[place] = deckFile.placed(findings[place]) }
            }
        }
        findings.sort {
            ($0.file == file ? 0 : 1, $0.file, $0.line, $0.column) < (
                $1.file == file ? 0 : 1, $1.file, $1.line, $1.column
            )
        }
    }

    /// Comments that are named as commands for the layout and are none.
    private static func layoutFindings(in lines: [DeckLine]) -> [Finding] {
        let parts = DeckText(lines).parts
        return parts.indices.compactMap { place in
            guard case .line(let line) = parts[place] else { return nil }
            var text = line.text
            // A comment may go over several lines.
            for case .kept(let next) in parts[(place + 1)...].prefix(while: {
                if case .kept = $0 { true } else { false }
            })
            .prefix(commentLines) { text += " " + next.text }
            guard let objection = PageCommand.objection(to: text) else { return nil }
            return Finding(.warning, objection, file: line.file, line: line.number)
        }
    }

    private static let commentLines = 20

    private mutating func check(_ page: Page, number: Int, _ place: DeckReport.PageStart, lines: [Substring]) {
        let warn = { [file] (text: String) in
            Finding(.warning, "page \(number) \(text)", file: file, line: place.line)
        }
        if page.title.isEmpty, page.body.isEmpty { return findings.append(warn("is empty")) }
        let document = Document(markdown: page.body)
        if !place.hasHeading, document.onlyPicture == nil {
            let title = page.title.isEmpty ? "it has no title" : "its first words are its title"
            findings.append(warn("has no heading; \(title)"))
        }
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

/// The links of a page to files.
struct DeckLinks {
    /// Their addresses without fragment and query, each once.
    static func files(in document: Document) -> [String] {
        var links = DeckLinks()
        links.read(document.blocks)
        return links.files
    }

    /// The lines, split as the readers of decks and scripts count them.
    static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// The position of `address` from line `start` on; the start of that line when the text does not contain it.
    static func place(of address: String, in lines: [Substring], from start: Int) -> (line: Int, column: Int) {
        for (place, line) in lines.enumerated().dropFirst(start - 1) {
            if let range = line.firstRange(of: address) { return (place + 1, line[..<range.lowerBound].count + 1) }
        }
        return (start, 1)
    }

    private var files: [String] = []

    private mutating func read(_ blocks: [Document.Block]) {
        for block in blocks {
            switch block {
            case .heading(_, let inlines), .paragraph(let inlines): read(inlines)
            case .quote(let inside), .alert(_, let inside), .aligned(_, let inside): read(inside)
            case .columns(let columns): for column in columns { read(column.blocks) }
            case .list(_, _, let items): for item in items { read(item.blocks) }
            case .table(_, let header, let rows): for cell in ([header] + rows).joined() { read(cell) }
            case .code, .picture, .rule, .pause, .space, .middle, .titlePage: break
            }
        }
    }

    private mutating func read(_ inlines: [Document.Inline]) {
        for inline in inlines {
            switch inline {
            case .emphasis(let inside), .strong(let inside), .struck(let inside): read(inside)
            case .link(_, let address):
                let path = String(address.prefix { $0 != "#" && $0 != "?" })
                let isElsewhere = path.isEmpty || path.hasPrefix("/") || path.contains(":")
                if !isElsewhere, !files.contains(path) { files.append(path) }
            case .text, .softBreak, .lineBreak, .code, .image: break
            }
        }
    }
}
