extension Theme {
    /// The themes that every viewer knows. Each pair of ink and ground has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3),
    /// those of the terminal in the colours of xterm on black or white.
    package static let builtIn: [Theme] = texts.map { text in
        guard let theme = Theme(text.split(whereSeparator: \.isWhitespace).joined(separator: ";") + ";") else {
            preconditionFailure("A text with a semicolon is a theme.")
        }
        return theme
    }

    /// The theme of a deck that names none, for dark terminals, which most are.
    package static let standard = builtIn[0]

    private static let texts = [
        """
        terminal-dark title=14 heading=14 link=14 quote=6 bullet=14 table-header=14 code=11 border=8
        alert-note=14 alert-tip=10 alert-important=13 alert-warning=11 alert-caution=9 code-keyword=13 code-type=14
        code-function=11 code-variable=6 code-string=10 code-number=3 code-comment=8 code-inserted=10 code-deleted=9
        status-warning=11 status-alarm=9 progress=14
        """,
        """
        terminal-light title=4 heading=4 link=4 quote=4 bullet=4 table-header=4 code=5 border=4 alert-note=4
        alert-tip=4 alert-important=5 alert-warning=1 alert-caution=1 code-keyword=5 code-type=4 code-function=4
        code-variable=4 code-string=1 code-number=5 code-inserted=4 code-deleted=1 status-warning=1 status-alarm=1
        progress=4
        """,
        """
        catppuccin ground=#1e1e2e text=#cdd6f4 title=#89b4fa heading=#89b4fa link=#74c7ec quote=#a6adc8
        bullet=#f9e2af table-header=#89b4fa border=#a6adc8 faint=#a6adc8 alert-note=#89b4fa alert-tip=#a6e3a1
        alert-important=#cba6f7 alert-warning=#f9e2af alert-caution=#f38ba8 code=#fab387 code-keyword=#cba6f7
        code-type=#f9e2af code-function=#89b4fa code-variable=#f5c2e7 code-string=#a6e3a1 code-number=#fab387
        code-comment=#a6adc8 code-inserted=#a6e3a1 code-deleted=#f38ba8 status=#a6adc8 status-warning=#f9e2af
        status-alarm=#f38ba8 progress=#89b4fa
        """,
        """
        dracula ground=#282a36 text=#f8f8f2 title=#ff79c6 heading=#ff79c6 link=#8be9fd quote=#f1fa8c
        bullet=#8be9fd table-header=#bd93f9 border=#a4abc9 faint=#a4abc9 alert-note=#8be9fd alert-tip=#50fa7b
        alert-important=#bd93f9 alert-warning=#ffb86c alert-caution=#ff8787 code=#50fa7b code-keyword=#ff79c6
        code-type=#8be9fd code-function=#50fa7b code-variable=#ffb86c code-string=#f1fa8c code-number=#bd93f9
        code-comment=#a4abc9 code-inserted=#50fa7b code-deleted=#ff8787 status=#a4abc9 status-warning=#ffb86c
        status-alarm=#ff8787 progress=#bd93f9
        """,
        """
        gruvbox ground=#282828 text=#ebdbb2 title=#fabd2f heading=#fabd2f link=#83a598 quote=#d5c4a1
        bullet=#fe8019 table-header=#fabd2f border=#a89984 faint=#bdae93 alert-note=#83a598 alert-tip=#b8bb26
        alert-important=#d3869b alert-warning=#fabd2f alert-caution=#fc6a56 code=#8ec07c code-keyword=#fc6a56
        code-type=#fabd2f code-function=#b8bb26 code-variable=#83a598 code-string=#b8bb26 code-number=#d3869b
        code-comment=#a89984 code-inserted=#b8bb26 code-deleted=#fc6a56 status=#bdae93 status-warning=#fabd2f
        status-alarm=#fc6a56 progress=#fabd2f
        """,
        """
        github-light ground=#ffffff text=#1f2328 title=#0550ae heading=#0550ae link=#0969da
        quote=#59636e bullet=#0550ae table-header=#0550ae border=#59636e faint=#59636e alert-note=#0969da
        alert-tip=#1a7f37 alert-important=#8250df alert-warning=#9a6700 alert-caution=#cf222e code=#953800
        code-keyword=#cf222e code-type=#953800 code-function=#8250df code-variable=#0550ae code-string=#0a3069
        code-number=#0550ae code-comment=#59636e code-inserted=#116329 code-deleted=#82071e status=#59636e
        status-warning=#9a6700 status-alarm=#cf222e progress=#0969da
        """,
        "mono",
    ]
}
