import PagingContent

/// The beginning of a deck, and all of it: errors or a deck, with places in the text, and texts that a terminal may show.
enum FrontMatterEntry {
    static func enter(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        check(text)
        check("---\n\(text)\n---\n# A\n")
        let (_, converted, warnings) = DialectReader.converted(text)
        for warning in warnings { precondition(warning.line >= 1, "a line is counted from 1") }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        precondition(converted.utf8.count <= 8 * text.utf8.count + 64 * lines + 1_024, "no text grows without a bound")
    }

    private static func check(_ text: String) {
        let report = DeckReport(reading: text)
        precondition((report.deck == nil) == !report.errors.isEmpty, "expected a deck or an error")
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
        for error in report.errors {
            precondition((1...lines).contains(error.line), "the line of an error is in the text")
            TextChecks.check(error.sentence)
        }
        for warning in report.warnings {
            precondition((1...lines + 1).contains(warning.line), "the line of a warning is in the text")
        }
        guard let deck = report.deck else { return }
        precondition(deck.pages.count == report.pageStarts.count, "a start for each page")
        precondition(Set(deck.pages.map(\.id)).count == deck.pages.count, "each page has its own id")
        for warning in report.warnings { TextChecks.check(warning.text) }
        for page in deck.pages { TextChecks.check(page.title, page.body, page.notes ?? "") }
    }
}
