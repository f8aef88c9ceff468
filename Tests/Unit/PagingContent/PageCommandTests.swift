import PagingContent
import Testing

/// Comments that are named as commands for the layout.
@Suite struct PageCommandTests {
    @Test(arguments: [
        (
            "<!-- column_layout: [1,x] -->",
            "column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got `[1,x]`"
        ),
        (
            "<!-- column_layout: 1, 2 -->",
            "column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got `1, 2`"
        ),
        (
            "<!-- column_layout: [0] -->",
            "column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got `[0]`"
        ),
        (
            "<!-- column_layout: [101] -->",
            "column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got `[101]`"
        ),
        ("<!--column_layout-->", "column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got ``"),
        ("<!-- column: 8 -->", "column: expected a number from 0 to 7, got `8`"),
        ("<!-- column: -1 -->", "column: expected a number from 0 to 7, got `-1`"),
        ("  <!--   alignment:\tmiddle -->", "alignment: expected left, center or right, got `middle`"),
        ("<!-- new_lines: 51 -->", "new_lines: expected a number from 1 to 50, got `51`"),
        ("<!-- newlines: 0 -->", "newlines: expected a number from 1 to 50, got `0`"),
        ("<!-- reset_layout: all -->", "reset_layout: expected no value, got `all`"),
        ("<!-- jump_to_middle: 1 -->", "jump_to_middle: expected no value, got `1`"),
        ("<!-- title_page: x -->", "title_page: expected no value, got `x`"),
        ("<!-- new_line: 2 -->", "new_line: expected no value, got `2`"),
        ("<!-- column: 1 --> text", "column: expected the comment alone in its line, got text behind it"),
    ])
    func aWrongValueIsSaid(comment: String, objection: String) {
        #expect(PageCommand.objection(to: comment) == "\(objection); the comment does nothing")
    }

    @Test(arguments: [
        "<!-- column_layout: [1, 2] -->", "<!-- column_layout: [ 8,1,1,1,1,1,1,100 ] -->", "<!-- column: 7 -->",
        "<!-- alignment: centre -->", "<!-- new_lines: 50 -->", "<!-- reset_layout -->", "<!--jump_to_middle-->",
        "<!-- column: 1 --> <!-- notes: x -->", "<!-- a word: column -->", "<!-- columns: 9 -->",
        "text <!-- column: 9 -->",
        "<!-- pause -->", "<!-- footer: x -->", "<!---->", "<!-->", "column: 9", "",
    ])
    func anythingElseIsFine(line: String) {
        #expect(PageCommand.objection(to: line) == nil)
    }
}
