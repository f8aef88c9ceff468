/// The deck, errors and warnings found in a text.
package struct DeckReport: Hashable, Sendable {
    /// The start of a page in the text.
    package struct PageStart: Hashable, Sendable {
        /// The line of its heading, or else its first line that is not blank; from 1.
        package let line: Int
        /// Whether the title is a heading rather than the beginning of the text.
        package let hasHeading: Bool
    }

    /// The deck; nil if there is an error.
    package let deck: Deck?
    /// The program that the deck is written for.
    package let dialect: DeckDialect
    /// In the order of the text.
    package let errors: [DeckError]
    /// In the order of the text.
    package let warnings: [DeckWarning]
    /// The starts of the pages that could be separated.
    package let pageStarts: [PageStart]

    /// Reads `text` to its end, despite errors.
    ///
    /// - Parameter titleWords: the words of a title in Markdown; a result longer than `DeckLimits` allows is not used.
    package init(reading text: String, titleWords: (String) -> String = { $0 }) {
        do throws(DeckError) {
            try Deck.check(text)
        } catch {
            self.init(error)
            return
        }
        let reader = DialectReader(SourceLine.lines(of: text))
        var warnings = reader.warnings
        var lines = reader.lines[...]
        let frontMatter = FrontMatter(takenFrom: &lines, warnings: &warnings)
        do throws(DeckError) {
            let sources = try PageSource.pages(of: lines, warnings: &warnings)
            self.init(sources, frontMatter, warnings, reader.dialect) { title in
                let words = titleWords(title)
                return words.utf8.count <= DeckLimits.titleBytes ? words : title
            }
        } catch {
            self.init(error)
        }
    }

    private init(_ error: DeckError) {
        deck = nil
        dialect = .riffle
        errors = [error]
        warnings = []
        pageStarts = []
    }

    private init(
        _ sources: [PageSource], _ frontMatter: FrontMatter, _ found: [DeckWarning], _ dialect: DeckDialect,
        words: (String) -> String
    ) {
        self.dialect = dialect
        var warnings = found
        var errors: [DeckError] = []
        var names = PageNames()
        var pages: [Page] = []
        var pageStarts: [PageStart] = []
        if let first = TitlePage(frontMatter.settings) {
            let title = words(first.title)
            let id = names.name(title: title, number: 1)
            pageStarts.append(PageStart(line: 1, hasHeading: true))
            pages.append(Page(id: id, title: title, body: first.body, format: .markdown))
        }
        let footer = frontMatter.settings.footer.flatMap { $0.isEmpty ? nil : $0 }
            .map { PageFooter.comment($0, frontMatter.settings) }
        for source in sources {
            let text = PageText(source, footer: footer, warnings: &warnings, errors: &errors)
            let title = words(text.title)
            let id = names.name(title: title, number: pages.count + 1)
            pageStarts.append(PageStart(line: text.line, hasHeading: text.hasHeading))
            pages.append(
                Page(
                    id: id, title: title, body: text.body, format: .markdown, steps: text.steps, notes: text.notes)
            )
        }
        if !pages.contains(where: { !$0.title.isEmpty || !$0.body.isEmpty }) {
            errors.append(DeckError(.noPages, line: 1, column: 1))
        }
        self.pageStarts = pageStarts
        self.errors = errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        self.warnings = warnings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        let title = frontMatter.settings.title.map(words)
        deck = errors.isEmpty ? Deck(frontMatter, title: title, pages: pages, warnings: self.warnings) : nil
    }
}

/// Something in a deck that its author probably meant otherwise; the deck is used all the same.
package struct DeckWarning: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// Characters from the line's beginning, counted from 1.
    package let column: Int
    package let text: String

    package init(line: Int, column: Int = 1, text: String) {
        self.line = line
        self.column = column
        self.text = text
    }

    /// `line:column: sentence`, to be put behind a file's name and a colon.
    package var description: String { "\(line):\(column): \(text)" }
}
