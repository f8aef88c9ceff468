import PagingContent
import PagingEngine
import PagingRoom

@testable import TerminalView

/// A deck with everything a page's body can say, as values.
enum Everything {
    private static func text(_ text: String) -> [Document.Inline] {
        [.text(text)]
    }

    static let words = Document([
        .paragraph([
            .text("Plain, "), .emphasis(text("leaning")), .text(", "), .strong(text("strong")), .text(", "),
            .struck(text("gone")), .text(", "), .code("let x = 1"), .text(" and "),
            .strong([.emphasis(text("both")), .text(" at once")]), .softBreak,
            .text("in a paragraph long enough to be broken between its words,"), .lineBreak,
            .text("with a break of its own."),
        ]),
        .paragraph([
            .text("See "), .link(text("the guide"), address: "https://example.org/guide"), .text(", "),
            .link(text("example.org"), address: "https://example.org"), .text(", "),
            .link(text("the guide again"), address: "https://example.org/guide"), .text(" and "),
            .image("a diagram of two pages"), .text("."),
        ]),
        .paragraph([
            .text("宽字符占两列。这一行足够长,必须在某个地方折行"), .softBreak, .text("而且不能切开任何一个字符。"),
            .text(" 👩‍👩‍👧 family, 🇩🇪 flag, e\u{301} and é, zero\u{200B}width, control \u{7}."),
        ]),
        .rule,
        .heading(level: 1, text("First level")), .heading(level: 2, text("Second level")),
        .heading(level: 3, text("Third level")),
    ])

    static let lists = Document([
        .list(
            start: nil, isTight: true,
            [
                Document.Item([
                    .paragraph(text("bullets")),
                    .list(
                        start: nil, isTight: true,
                        [
                            Document.Item([
                                .paragraph(text("nested, with a text that is long enough to go on in another line")),
                                .list(start: nil, isTight: true, [Document.Item([.paragraph(text("deeper"))])]),
                            ])
                        ]),
                ]),
                Document.Item([.paragraph(text("to do"))], isDone: false),
                Document.Item([.paragraph(text("done"))], isDone: true), Document.Item([]),
            ]),
        .pause,
        .list(
            start: 9, isTight: false,
            [
                Document.Item([.paragraph(text("nine")), .paragraph(text("and more of it"))]),
                Document.Item([.paragraph(text("ten"))]),
            ]),
        .pause,
        .quote([
            .paragraph(text("Quoted words that are long enough to be broken somewhere in a window that is narrow.")),
            .quote([.paragraph(text("Quoted in a quote."))]),
        ]),
    ])

    static let code = Document([
        .code(
            Document.CodeBlock(
                language: "swift",
                text:
                    "struct Page {\n\tlet title: String\n\n\tlet body: String  // as it stands, however long the line is\n}"
            )),
        .code(Document.CodeBlock(language: "", text: "+---+ +---+\n| 1 | | 2 |\n+---+ +---+")),
        .table(
            columns: [.leading, .centre, .trailing], header: [text("Name"), text("What it does"), text("Bytes")],
            rows: [
                [
                    [.code("next")], text("turns the page for everybody in the room, one step after the other"),
                    text("12"),
                ],
                [text("back"), text("turns back"), text("1,024")], [text("日本語"), text(""), text("3")],
            ]),
    ])

    static let pages: [Page] = [
        Page(id: PageID("words"), title: "Words", format: .markdown),
        Page(id: PageID("lists"), title: "Lists and quotes", format: .markdown, steps: 2),
        Page(id: PageID("code"), title: "Code and tables", format: .markdown),
    ]

    static let documents: [PageID: Document] = [
        PageID("words"): words, PageID("lists"): lists, PageID("code"): code,
    ]

    /// The deck at a place, with so many steps of that page shown.
    static func scene(at pages: Double, shown: Int = 2, borders: Borders = .ascii) -> Scene {
        var scene = Samples.scene(at: pages, of: Self.pages)
        scene.documents = documents
        scene.borders = borders
        scene.stepPlace = StepPlace(page: scene.position.nearestPage, shown: shown)
        return scene
    }
}
