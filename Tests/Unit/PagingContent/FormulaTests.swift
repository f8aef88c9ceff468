import PagingContent
import Testing

/// Formulas in Unicode.
@Suite struct FormulaTests {
    @Test(arguments: [
        ("E = mc^2", "E = mc²"), (#"\alpha^{-1} \le \beta_{i+1}"#, "α⁻¹ ≤ βᵢ₊₁"), ("x_1^2", "x₁²"), ("x^{ab}", "xᵃᵇ"),
        ("x^{q/2}", "x^(q/2)"), (#"2^\aleph"#, "2^ℵ"), (#"\frac{a}{b}"#, "a/b"), (#"\frac{a+b}{c-d}"#, "(a+b)/(c−d)"),
        (#"\frac12 x"#, "(1/2)x"), (#"\frac{1}{2\pi}"#, "1/(2π)"), (#"\left(\frac{a}{b}\right)^2"#, "(a/b)²"),
        (#"\sqrt{x}"#, "√x"), (#"\sqrt{a+b}"#, "√(a + b)"), (#"\sqrt[3]{8} = 2"#, "∛8 = 2"), ("-x + -y", "−x + −y"),
        (#"\sum_{i=1}^n i"#, "∑ᵢ₌₁ⁿ i"), (#"\int_0^\infty f\,dx"#, "∫₀^∞ f dx"),
        (#"\sin x + \cos(y)"#, "sin x + cos(y)"),
        (#"\mathbb{R}^n \to \mathbb{R}"#, "ℝⁿ → ℝ"), (#"\mathcal{L}\mathbf{v}"#, "ℒ𝐯"),
        (#"x \in A \text{ and } y"#, "x ∈ A and y"),
        (#"f'(x)"#, "f′(x)"), (#"\hat{x}\vec{v}"#, "x̂v⃗"), (#"a \not\in B"#, "a ∉ B"), ("3.14, 2", "3.14, 2"),
        (#"\sqrt{3.14}"#, "√3.14"),
        (#"\begin{pmatrix}a&b\\c&d\end{pmatrix}"#, "(a b; c d)"), (#"\{1, 2\}"#, "{1, 2}"), ("{ab}^2", "(ab)²"),
    ])
    func inALine(tex: String, text: String) {
        #expect(Formula.line(tex) == text)
    }

    @Test func fractionsAndLimitsStandInRows() {
        #expect(
            Formula.rows(#"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}"#) == [
                "    −b ± √(b² − 4ac)", "x = ────────────────", "           2a",
            ])
        #expect(Formula.rows(#"\sum_{i=1}^{n} i^2"#) == [" n", " ∑  i²", "i=1"])
        #expect(Formula.rows("a + b") == ["a + b"])
        #expect(Formula.rows("x_1^2") == ["x₁²"])
        #expect(Formula.rows(#"e^{-x^2/2}"#) == [" −x²/2", "e"])
        #expect(Formula.rows(#"\begin{bmatrix}1 & 22\\333 & 4\end{bmatrix}"#) == ["⎡ 1   22⎤", "⎣333  4 ⎦"])
        #expect(
            Formula.rows(#"|x| = \begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}"#) == [
                "|x| = ⎰x   x ≥ 0", "      ⎱−x  x < 0",
            ])
        #expect(Formula.rows(#"a &= b \\ &= c"#) == ["a = b", "  = c"])
        #expect(Formula.rows(#"a + b &= c \\ d &= e + f"#) == ["a + b = c", "    d = e + f"])
        #expect(Formula.rows(#"\left(\frac{a}{b}\right)^2"#) == ["⎛a⎞²", "⎜─⎟", "⎝b⎠"])
        #expect(Formula.rows(#"\sqrt{\frac{a}{b}}"#) == [" ┌─", " │a", " │─", "√│b"])
    }

    /// Nothing is shown by halves: what is unknown makes the whole formula unknown.
    @Test(arguments: [
        #"\foo"#, "a^b^", "{a", "a}", #"\frac{a}"#, #"\sqrt[x+q]{2}"#, "a & b \u{1B}[2J", "x_1_2", #"\left( a"#, "漢",
        "%", "",
        #"\begin{foo}\end{foo}"#, #"\hat{ab}"#, #"\mathbb{α}"#, "\\", String(repeating: "{", count: 200),
        String(repeating: "a", count: 5_000),
    ])
    func anythingUnknownIsNoFormula(tex: String) {
        #expect(Formula.line(tex) == nil && Formula.rows(tex) == nil)
    }

    /// The stack of the reader and of all who walk the tree.
    @Test(arguments: [
        "{", "a^{", "_", #"\frac"#, #"\hat"#, #"\sqrt"#, #"\sqrt["#, #"\not"#, #"\left("#, #"\begin{matrix}"#, "{a}^{",
        "a_{b^",
        #"\binom"#, #"\pmod"#,
    ])
    func depthIsCounted(tex: String) {
        for end in ["", " a", "}", " a a"] {
            for count in [60, 500, 100_000] {
                #expect(Formula.rows(String(repeating: tex, count: count) + end) == nil)
                #expect(Formula.line(String(repeating: tex, count: count) + end) == nil)
            }
        }
        #expect(Formula.line(String(repeating: #"\hat"#, count: 3) + " a") != nil)
        for (count, text) in [(20, "a"), (60, nil)] {
            let braces = String(repeating: "{", count: count) + "a" + String(repeating: "}", count: count)
            #expect(Formula.line(braces) == text && Formula.rows(braces) == text.map { [$0] })
        }
    }

    @Test func tablesAreBounded() {
        let wide = String(repeating: "a&", count: 300)
        #expect(Formula.rows(wide) == nil && Formula.line(wide) == nil)
        #expect(Formula.line(String(repeating: #"a\\"#, count: 300)) == nil)
        for (count, rows) in [(10, 1), (40, 1), (41, nil)] {
            let cells = String(repeating: "a&", count: count - 1)
            #expect(Formula.rows(#"\begin{matrix}"# + cells + #"a\end{matrix}"#)?.count == rows, "\(count) cells")
        }
    }

    /// Random TeX: no command and no control character is left, all rows are bounded, and the time is.
    @Test func randomTextGivesPicturesOrNothing() {
        var random = SystemRandomNumberGenerator()
        let words = [
            #"\frac"#, "{", "}", "^", "_", "a", "1", #"\sqrt"#, "[", "]", "(", ")", #"\left("#, #"\right)"#, #"\sum"#,
            "+", "=",
            #"\alpha"#, "&", #"\\"#, #"\begin{matrix}"#, #"\end{matrix}"#, " ", #"\text{"#, "'", #"\hat"#, "|",
            #"\not"#, "\u{1B}",
        ]
        var known = 0
        for _ in 0..<3_000 {
            let tex = (0..<Int.random(in: 1...24, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined()
            let rows = Formula.rows(tex)
            if rows != nil { known += 1 }
            for row in (rows ?? []) + [Formula.line(tex)].compactMap(\.self) {
                #expect(!row.contains("\\") && row.count <= 400, "\(tex)")
                #expect(!row.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(tex)")
            }
        }
        #expect(known > 100, "many of them are formulas")
        let deep = String(repeating: #"\frac{a}{"#, count: 400) + "b" + String(repeating: "}", count: 400)
        #expect(Formula.rows(deep) == nil)
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<20 { _ = Formula.rows(String(repeating: #"\frac{a}{b}+x_1^2"#, count: 20)) }
        }
        #expect(time < .seconds(20))
    }
}
