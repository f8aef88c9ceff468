import Markdown
import PagingContent
import Testing

/// Formulas between dollar signs.
@Suite struct MathTextTests {
    private func blocks(_ markdown: String) -> [Document.Block] { Document(markdown: markdown).blocks }

    /// The text of a single paragraph.
    private func inlines(_ markdown: String) -> [Document.Inline] {
        guard case .paragraph(let inlines)? = blocks(markdown).first, blocks(markdown).count == 1 else { return [] }
        return inlines
    }

    @Test func formulasKeepTheirBackslashes() {
        #expect(
            inlines(#"$40\,\mathrm{s}^{-1}$ and 5\$ or `$\,$`"#) == [
                .text(#"$40\,\mathrm{s}^{-1}$ and 5$ or "#), .code(#"$\,$"#),
            ])
        #expect(inlines(#"$ 5\, and 6\,$"#) == [.text("$ 5, and 6,$")])
        #expect(inlines(#"$$\{x\}$$ costs $$ \, or $5"#) == [.text(#"$$\{x\}$$ costs $$ , or $5"#)])
    }

    @Test func codeInListsKeepsItsBackslashes() {
        let code = "- ```\n  $\\,x$\n  ```\n\n$\\,$"
        #expect(blocks(code).description.contains(#"$\\,x$"#) && !blocks(code).description.contains(#"$\\\\,x$"#))
    }
}
