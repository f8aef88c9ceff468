import PagingEngine
import Testing

@testable import PagingContent

struct MarkSearchTests {
    @Test(arguments: ["<!-- end_slide -->", "-->", "<!--"])
    func findsWhatTheLibraryFinds(mark: String) {
        // Parts of marks, in every order that chance gives, and characters that are more than one byte or join the one before.
        let parts = ["<", "!", "-", "--", ">", "<!--", "-->", "end_slide", " ", "é", "\u{301}", "\u{338}", "👩‍👩‍👧", "a"]
        var random = SplitMix(seed: 7)
        var found = 0
        for _ in 0..<5_000 {
            let text =
                (0..<Int.random(in: 0...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined()
                + (Bool.random(using: &random) ? mark : "")
            let line = "x\(text)y".dropFirst().dropLast()
            #expect(line.firstRange(ofMark: mark) == line.firstRange(of: mark), "\(text)")
            #expect(line.contains(mark: mark) == line.contains(mark), "\(text)")
            found += line.contains(mark) ? 1 : 0
        }
        #expect(found > 1_000 && found < 4_900, "\(found)")
    }
}
