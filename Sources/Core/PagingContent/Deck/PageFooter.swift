/// The line at the foot of a page: one text at the left, or `left | right`, or `left | centre | right`.
///
/// A deck's footer travels with each page, in a comment of its own. Everything but the numbers of pages is filled in by
/// the presenter's side: a page does not know its number, and a viewer does not know the deck's author.
package struct PageFooter: Hashable, Sendable {
    /// Characters of the whole line at most: more than a wide terminal shows.
    static let mostCharacters = 300
    /// The name of the comment.
    package static let command = "footer"
    /// The comment that keeps the deck's footer off a page.
    static let absence = "no_footer"

    /// With `{page}` and `{pages}` for the numbers.
    package let text: String

    package init(_ text: String) {
        self.text = String(text.prefix(PageFooter.mostCharacters))
    }

    /// The three parts with the number of the page, and of all pages where there is an end.
    package func parts(page: Int64?, of count: Int?) -> (left: String, centre: String, right: String) {
        var parts = text.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map { part in
            part.trimmed.replacing("{pages}", with: count.map { "\($0)" } ?? "")
                .replacing("{page}", with: page.map { "\($0)" } ?? "")
        }
        if parts.count == 2 { parts.insert("", at: 1) }
        while parts.count < 3 { parts.append("") }
        return (parts[0], parts[1], parts[2])
    }

    /// The names in braces that a deck's footer may have, with those of presenterm.
    private static let names = [
        "title", "subtitle", "sub_title", "author", "event", "date", "page", "pages", "current_slide", "total_slides",
    ]

    /// The line that pages of a deck carry.
    static func comment(_ template: String, _ settings: DeckSettings) -> String {
        let values: [(String, String?)] = [
            ("title", settings.title), ("subtitle", settings.subtitle), ("sub_title", settings.subtitle),
            ("author", settings.author), ("event", settings.event), ("date", settings.date),
            ("current_slide", "{page}"), ("total_slides", "{pages}"),
        ]
        let text = values.reduce(template) { text, value in
            text.replacing("{\(value.0)}", with: (value.1 ?? "").replacing("|", with: "/"))
        }
        // A comment ends with these characters.
        return "<!-- \(command): \(PageFooter(text.replacing("-->", with: "-- >")).text) -->"
    }

    /// The sentence about a footer that is odd; nil for any other.
    static func objection(to template: String) -> String? {
        guard template.count <= mostCharacters else {
            return "expected a footer of at most \(mostCharacters) characters, got \(template.count)"
        }
        guard template.count(where: { $0 == "|" }) <= 2 else {
            return "expected a footer of three parts at most, `left | centre | right`"
        }
        for match in template.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            guard let end = match.firstIndex(of: "}") else { continue }
            let word = String(match[..<end])
            guard !names.contains(word) else { continue }
            let meant = Spelling.nearest(to: word, among: names).map { "; did you mean `{\($0)}`?" } ?? ""
            let known = "{title}, {subtitle}, {author}, {event}, {date}, {page} and {pages}"
            return "expected \(known) in the footer, got `{\(word)}`\(meant)"
        }
        return nil
    }
}
