import PagingContent
import PagingEngine

/// The fields of a page that stands in a script.
private struct PageFields: Sendable {
    var id: String?
    var title: String?
    var body = ""
    var format = PageFormat.plain
    var steps = 0
    var before: ContentEdit.PageReference?
    var after: ContentEdit.PageReference?

    init() {}

    init(_ page: Page) {
        id = page.id.text
        title = page.title.isEmpty || page.title == page.id.text ? nil : page.title
        (body, format, steps) = (page.body, page.format, page.steps)
    }

    var page: Page {
        let id = self.id ?? ""
        return Page(id: PageID(id), title: title ?? id, body: body, format: format, steps: steps)
    }

    static let text: [Field<PageFields>] = [
        Field("id", \.id, .text, required: true, "The name of the page in edits."),
        Field("title", \.title, .text, "The title; default: the id."),
        Field("body", \.body, .text, standard: "", "The text below the title."),
    ]

    static let written = Mapping<PageFields>(
        definition: "writtenPage", text: "A page.", empty: PageFields(),
        fields: text + [
            Field("format", \.format, .word("format"), standard: .plain, "The format of the body."),
            Field(
                "steps", \.steps, .integer(0...Int64(DeckLimits.steps)), standard: 0,
                "The number of steps that reveal the page."),
        ])

    static let insertion = Mapping<PageFields>(
        definition: "insertion", text: "A new page beside another.", empty: PageFields(),
        fields: [
            Field("before", \.before, .page, "The page it stands before."),
            Field("after", \.after, .page, "The page it stands after."),
        ] + text, rules: [.exactlyOne(["before", "after"])])
}

private struct ChangeFields: Sendable {
    var page: ContentEdit.PageReference?
    var title: String?
    var body: String?

    static let change = Mapping<ChangeFields>(
        definition: "change", text: "Another text for a page.", empty: ChangeFields(),
        fields: [
            Field("page", \.page, .page, required: true, "The page: its id, or current, target or settled."),
            Field("title", \.title, .text, "The new title."),
            Field("body", \.body, .text, "The new text below the title."),
        ])
}

extension ValueKind<[Page]> {
    /// Pages that stand in the script, each with a different id.
    static var pages: ValueKind {
        let page = PageFields.written.kind.mapped({ $0.page }, { PageFields($0) })
        return list(of: page, "pages", most: DeckLimits.pages).checked(
            { pages, node, name, context in
                var seen: Set<PageID> = []
                for page in pages where !seen.insert(page.id).inserted {
                    context.report("`\(name)`: expected different ids, got `\(page.id.text)` twice", at: node)
                }
                return pages
            }, { $0 }
        ).named("writtenPages")
    }
}

extension ValueKind<ContentEdit.PageReference> {
    /// `current`, `target`, `settled`, or the id of a page.
    fileprivate static var page: ValueKind {
        ValueKind<String>.text.mapped(
            { text in
                switch text {
                case "current": .current
                case "target": .target
                case "settled": .settled
                default: .id(PageID(text))
                }
            }, { $0.words })
    }
}

extension ValueKind<ContentEdit> {
    static var content: ValueKind {
        let insertion = PageFields.insertion.kind.mapped(
            { fields -> ContentEdit? in
                let neighbour = fields.before.map { ($0, ContentEdit.Side.before) } ?? fields.after.map { ($0, .after) }
                return neighbour.map { .insert(fields.page, $0.1, $0.0) }
            },
            { edit in
                guard case .insert(let page, let side, let reference) = edit else { return nil }
                var fields = PageFields(page)
                if side == .before { fields.before = reference } else { fields.after = reference }
                return fields
            })
        let change = ChangeFields.change.kind.mapped(
            { fields in fields.page.map { ContentEdit.change($0, title: fields.title, body: fields.body) } },
            { edit in
                guard case .change(let page, let title, let body) = edit else { return nil }
                return ChangeFields(page: page, title: title, body: body)
            })
        let references = ValueKind<[ContentEdit.PageReference]>.list(of: .page, "pages", least: 1)
        let mapping = Mapping<ContentEdit?>(
            definition: "content", text: "Other pages.", empty: nil,
            fields: [
                Field(
                    choice: "deck", .text, { .deck($0) }, { if case .deck(let path) = $0 { path } else { nil } },
                    "All pages of another deck; the path is relative to the script."),
                Field(
                    choice: "pages", .pages, { .pages($0) }, { if case .pages(let pages) = $0 { pages } else { nil } },
                    "These pages instead of all there are."),
                Field(
                    choice: "remove", references, { .remove($0) },
                    { if case .remove(let pages) = $0 { pages } else { nil } },
                    "The same pages without these: ids, or current, target or settled."),
                Field(choice: "insert", insertion, { $0 }, { $0 }, "A new page beside another."),
                Field(choice: "change", change, { $0 }, { $0 }, "Another text for a page."),
            ], rules: [.exactlyOne(["deck", "pages", "remove", "insert", "change"])])
        return mapping.kind.mapped({ $0 }, { $0 })
    }
}
