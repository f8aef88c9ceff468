import Testing

@testable import Markdown

/// Titles of pages, which are shown where nothing is formatted.
@Suite struct TitleWordTests {
    @Test(arguments: [
        ("Use `riffle` with **style** and *care*", "Use riffle with style and care"),
        ("Introducing _presenterm_", "Introducing presenterm"), ("[A link](https://a.b/c) here", "A link here"),
        ("![logo](a.png) Us", "logo Us"), ("Fish &amp; chips \\*x\\*", "Fish & chips *x*"), ("~~old~~ new", "old new"),
        ("`Array<Int>` and <b> \\< 3", "Array<Int> and <b> < 3"),
        ("snake_case_name, 2 * 3 * 4 and C#", "snake_case_name, 2 * 3 * 4 and C#"),
        ("#hash and 1. point", "#hash and 1. point"), ("", ""), ("***", "***"), ("a &#27;[31m b", "a \u{FFFD}[31m b"),
    ])
    func marksAreLeftOut(title: String, words: String) {
        #expect(title.titleWords == words)
    }
}
