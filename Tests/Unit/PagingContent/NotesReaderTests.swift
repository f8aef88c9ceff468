import PagingContent
import Testing

/// Notes are nobody's but the presenter's, wherever code and comments stand around them.
@Suite struct NotesReaderTests {
    @Test(arguments: [
        "# A\n<!-- notes: SECRET -->", "# A\n- ```\n  x\n  ```\n\n<!-- notes: SECRET -->",
        "# A\n> ```\n> x\n> ```\n<!-- notes: SECRET -->", "# A\n> ```\n> x\ny\n<!-- notes: SECRET -->",
        "# A\n1. ```\n   x\n\ny\n<!-- notes: SECRET -->", "# A\n<!--\n```\n-->\n<!-- notes: SECRET -->",
        "# A\n<!--\n```\n-->\ntext\n<!-- SECRET words -->", "# A\n<!-- x\n???\n-->\n<!-- notes: SECRET -->",
        "# A\n<!-- x --> <!-- notes:\n```\nSECRET\n```\n-->",
        "# A\n- > - ```\n  >   x\n  >   ```\n<!-- notes: SECRET -->",
        "# A\n<!-- x\n--> <!-- notes: SECRET -->\n", "# A\n~~~\n```\n~~~\n<!-- notes: SECRET -->",
        "# A\n- ```\n  x\n???\nSECRET", "# A\nUse `<!--` for comments.\n\nNote:\nSECRET",
        "# A\nUse \\<!-- here.\nNote:\nSECRET", "# A\n<!-- todo\nNote:\nSECRET",
        "# A\n`` ` <!-- `` and ` <!--`\n???\nSECRET",
        "---\nincremental_lists: true\n---\n# A\n<!-- notes:\n- say this\n- SECRET\n-->",
        "---\nmarp: true\n---\n# A\n<!--\n* remember x\n* SECRET\n-->",
        "# A\n<!-- notes: x -->a<!-- notes: SECRET --> b", "# A\n<!-- notes:\na\n---\nSECRET\n-->",
        "# A\n<!-- a <!-- SECRET\n-->", "# A\n<!-- some words\n<!-- SECRET\n-->\n",
        "---\nmarp: true\n---\n# A\n<!-- todo: SECRET words -->\ntext",
        "---\nmarp: true\n---\n# A\n<!-- SECRET words -->\ntext",
        "---\nmarp: true\n---\n# A\n<!--\nSECRET words\nand: more\n-->\n\ntext",
        "---\nmarp: true\n---\n# A\n<!--\nsay ```\n```\n---\nSECRET words\n-->\n\ntext\n\n---\n\n# B",
        "---\nmarp: true\n---\n# A\ntext <!-- SECRET words --> and <!-- fit --> more",
        "---\nmarp: true\n---\ntext <!-- SECRET\nwords --> and more\n\nlast",
        "---\nmarp: true\n_class: lead\n---\n# A\n<!-- SECRET words -->\n\ntext",
        "Only a text. <!-- SECRET at the end -->", "# A <!-- SECRET words -->",
        "# A\ntext <!-- SECRET words\nand more -->",
        "# A\n- one <!-- two words --> two <!-- SECRET words -->\n",
        "# A\n<aside class=\"notes\">SECRET</aside>\n\ntext",
        "text\n<aside class='notes' data-markdown>\n\n- SECRET\n\n</aside> more",
        "# A\n<ASIDE CLASS='more Notes' id=x>SECRET</ASIDE >", "# A\n- <aside class=notes>SECRET</aside> b",
        "# A\n<aside class=\"notes\">x</aside><aside class=\"notes\">SECRET</aside>",
        "# A\n<aside\n  class=\"notes\">\nSECRET\n</aside>\nb",
        "---\ntransition: fade\n---\n# A\n<aside class=\"notes\">SECRET</aside>",
        "---\nrevealOptions:\n  x: 1\n---\n# A\nNote: SECRET", "# A\n\ntext\n\n- b <aside class=\"notes\">SECRET",
        "---\nmarp: true\n---\n# A\n- a\n  <!-- SECRET words -->\n- b",
        "---\nmarp: true\n---\n# A\n<!-- paginate: true --> <!-- SECRET words -->\ntext",
        "# A\n<aside class=\"notes\">\nSECRET --> words", "# A\n<aside class=\"notes\">SECRET",
        "<!-- .slide: id=\"a\" -->\n# A\nNotes: SECRET\nand more",
        "# A\n<!--\nspeaker_note: |\n  a\n  SECRET\n-->\ntext",
        "# A\n<!--\nNote:\nSECRET", "# A\ntext <!--\nNotes:\nSECRET\n---\n# B\n<!-- x -->",
        "# A\n<!-- notes: a --> <!--\n???\nSECRET", "# A\ntext\n    <!--\n    notes: SECRET\n    -->\n\nmore",
        "# A\na <!-- \n  Notes: SECRET --> b", "# A\n- a\n  <!--\n  note: SECRET\n  -->\n- b",
        "<!-- .slide: id=\"a\" -->\n# A\n```\nNote: x\n```\n  note:SECRET -->\nand more",
    ])
    func theyAreFound(text: String) throws {
        let page = try #require(try Deck(parsing: text).pages.first)
        #expect(page.notes?.contains("SECRET") == true && !(page.title + page.body).contains("SECRET"), "\(page)")
    }

    /// A page without a heading has its first words as its title, which everybody sees.
    @Test func aCommentIsNoTitle() throws {
        func titles(_ text: String) throws -> [String] { try Deck(parsing: text).pages.map(\.title) }
        #expect(try titles("<!-- ask: Bob -->\n\nwords\n\nmore") == ["words"])
        #expect(try titles("<!-- jump_to_middle -->\nsome <!-- x --> words\n\nmore") == ["some  words"])
        #expect(try titles("<!--\nwidth: 3\n-->\n\n![a cat](cat.png)") == ["a cat"])
        #expect(try titles("text\n---\n<!-- alignment: center -->") == ["text", ""])
        #expect(try titles("# <!-- words -->\n\nmore") == ["more"])
        #expect(try titles("> <!-- pause -->\n\nmore\n---\n- <!-- x -->\n- b") == ["more", "- b"])
        #expect(try titles("```\na <!-- b\n```") == ["a <!-- b"])
        let page = try #require(try Deck(parsing: "# A <!-- SECRET\nmore -->\n\ntext").pages.first)
        #expect(page.title == "A" && page.body == "<!-- -->\n\ntext")
    }

    @Test(arguments: [
        "# A\n\n<aside class=\"release-notes\">SHOWN</aside>\n\nmore",
        "# A\n<aside id=\"notes\" class=\"tip\">SHOWN</aside>",
        "# A\n\nWrite:\n\n    <aside class=\"notes\">SHOWN</aside>\n\nmore",
        "# A\nWrite `<aside class=\"notes\">` and SHOWN.", "# A\n\n    x <!-- end of SHOWN -->",
        "# A\nNotes: the SHOWN kind", "# A\n```\n<!--\nnotes: SHOWN -->\n```",
        "# A\n```html\n<aside class=\"notes\">SHOWN</aside>\n```",
        "<!-- .slide: id=\"a\" -->\n# A\n\n    Note: SHOWN\n\nmore",
    ])
    func otherTextIsShown(text: String) throws {
        let pages = try Deck(parsing: text).pages
        #expect(pages.count == 1 && pages[0].body.contains("SHOWN") && pages[0].notes == nil, "\(pages)")
    }

    @Test func theBarBeforeNotesOfSeveralLinesIsNotPartOfThem() throws {
        for mark in ["<!-- ", "<!--\n"] {
            let page = try #require(try Deck(parsing: "# A\n\(mark)speaker_note: |\n  a\n  b\n-->\ntext").pages.first)
            #expect(page.notes == "a\n  b" && page.body == "text")
        }
    }

    @Test func codeIsNoNotes() throws {
        for code in [
            "```\n<!-- notes: a -->\n```", "- ```\n  <!-- notes: a -->\n  ```", "> ```\n> <!-- notes: a -->\n> ```",
            "1. ~~~\n   ???\n\n   Note:\n   ~~~",
        ] {
            let page = try #require(try Deck(parsing: "# A\n\(code)").pages.first)
            #expect(page.body == code && page.notes == nil)
        }
    }

    /// A divider in such code ends its page all the same where the list or the quotation has ended before it.
    @Test func pagesEndOutsideOfCode() throws {
        func bodies(_ text: String) throws -> [String] { try Deck(parsing: text).pages.map(\.body) }
        #expect(try bodies("- ```\n  x\n---\nb") == ["- ```\n  x", "b"])
        #expect(try bodies("> ```\n> x\n---\nb") == ["> ```\n> x", "b"])
        #expect(try bodies("```\n---\n```\n---\nb") == ["```\n---\n```", "b"])
        #expect(try bodies("- ```\n  ```\n---\nb") == ["- ```\n  ```", "b"])
    }

    @Test func aHeadingInACommentIsNoTitle() throws {
        let page = try #require(try Deck(parsing: "<!--\n# No\n-->\n# Yes\ntext").pages.first)
        #expect(page.title == "Yes" && page.body == "<!-- -->\ntext")
    }

    /// Many notes in one line take no depth of calls, and no time that grows with their square.
    @Test func aLineHasAnyNumberOfNotes() throws {
        let line = String(repeating: "<!--notes:-->y", count: 50_000)
        let page = try #require(try Deck(parsing: "# A\n" + line).pages.first)
        #expect(page.body == String(repeating: "y", count: 50_000))
    }
}
