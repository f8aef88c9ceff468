import PagingContent
import Testing

/// Comments in which authors write for themselves go to nobody.
@Suite struct AuthorCommentsTests {
    @Test(arguments: [
        ("# A\na\n<!-- SECRET words -->\nb", "a\n<!-- -->\nb"), ("# A\n<!-- todo: SECRET -->\nb", "<!-- -->\nb"),
        ("# A\na <!-- SECRET --> b <!-- SECRET --> c", "a <!-- --> b <!-- --> c"),
        ("# A\na\n<!--\nSECRET\n---\nwords\n--> b\n\nc", "a\n<!-- --> b\n\nc"),
        ("# A\n> a\n> <!-- SECRET\n> words -->\n> b", "> a\n> <!-- -->\n> b"),
        ("# A\n- a\n  <!-- SECRET -->\n- b", "- a\n  <!-- -->\n- b"),
        ("# A <!-- SECRET\nwords -->\n\nb", "<!-- -->\n\nb"), ("# A\n<!-- column: SECRET -->\nb", "<!-- -->\nb"),
        ("# A\n<!-- SECRET --> <!-- open\nb", "<!-- --> <!-- open\nb"),
        ("# A\n```\n<!-- a -->\n```\n<!-- SECRET -->\nb", "```\n<!-- a -->\n```\n<!-- -->\nb"),
    ])
    func theirTextIsRemoved(text: String, body: String) throws {
        let page = try #require(try Deck(parsing: text).pages.first)
        #expect(page.body == body && page.title == "A" && page.notes == nil)
    }

    @Test(arguments: [
        "<!-- column_layout: [3, 2] -->\n<!-- column: 0 -->\na", "<!-- column:\n  0\n-->\na", "<!-- pause -->\na",
        "<!-- no_footer -->\na", "<!-- footer: a | b: c -->\na", "<!--jump_to_middle-->\na", "`<!-- a -->` and\na",
        "\\<!-- a --> and\na", "text\n\n    <!-- a -->\n\na", "```\n<!-- a\n-->\n```\na", "<!-- open\n\na",
        "<!--> a\nb",
    ])
    func otherTextStays(body: String) throws {
        let page = try #require(try Deck(parsing: "# A\n\(body)").pages.first)
        #expect(page.body == body)
    }
}
