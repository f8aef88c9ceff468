/// The commands that stand for one sign.
enum FormulaSymbols {
    /// `\name` to its sign; the names are those of TeX, LaTeX and its package amssymb.
    static let commands: [String: FormulaNode] = {
        var commands: [String: FormulaNode] = [:]
        for (role, text) in table {
            let words = text.split(whereSeparator: \.isWhitespace)
            for (name, sign) in zip(words, words.dropFirst()).enumerated().filter({ $0.offset % 2 == 0 }).map(\.element)
            {
                commands[String(name)] = .symbol(String(sign), role)
            }
        }
        for name in functions.split(separator: " ") { commands[String(name)] = .symbol(String(name), .function) }
        for name in limits.split(separator: " ") { commands[String(name)] = .symbol(String(name), .limits) }
        for (name, width) in [(",", 1), (":", 1), (";", 1), (" ", 1), ("quad", 2), ("qquad", 4), ("enspace", 1)] {
            commands[name] = .symbol(String(repeating: " ", count: width), .space)
        }
        return commands
    }()

    static let mod = FormulaNode.symbol("mod", .function)

    /// Commands without a picture of their own.
    static let ignored: Set<String> = [
        "!", "displaystyle", "textstyle", "scriptstyle", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr",
        "biggl", "biggr", "Biggl", "Biggr", "nonumber", "notag", "mathstrut", "strut", "limits", "nolimits", "/",
        "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose", "allowbreak",
    ]

    /// Marks that stand over or under a letter.
    static let accents: [String: Unicode.Scalar] = [
        "hat": "\u{302}", "widehat": "\u{302}", "bar": "\u{304}", "vec": "\u{20D7}", "dot": "\u{307}",
        "ddot": "\u{308}",
        "tilde": "\u{303}", "widetilde": "\u{303}", "check": "\u{30C}", "breve": "\u{306}", "acute": "\u{301}",
        "grave": "\u{300}", "mathring": "\u{30A}", "overline": "\u{305}", "underline": "\u{332}",
    ]

    static let negations = [
        "=": "≠", "∈": "∉", "∋": "∌", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉",
        "≡": "≢", "∼": "≁", "≈": "≉", "∣": "∤", "∥": "∦", "∃": "∄",
    ]

    /// A character as it is written; nil for those that mean something else in TeX.
    static func node(of character: Character) -> FormulaNode? {
        switch character {
        case "-": return .symbol("−", .binary)
        case "*": return .symbol("∗", .binary)
        case "+": return .symbol("+", .binary)
        case "=", "<", ">", ":": return .symbol(String(character), .relation)
        case ",", ";": return .symbol(String(character), .punctuation)
        case "(", "[": return .symbol(String(character), .opening)
        case ")", "]", "!", "?": return .symbol(String(character), .closing)
        case "~": return .symbol(" ", .space)
        case "/", "|", ".": return .symbol(String(character), .ordinary)
        case "\"", "`", "@", "#", "$", "%", "&", "^", "_", "{", "}", "\\", "'": return nil
        default: return .symbol(String(character), roles[String(character)] ?? .ordinary)
        }
    }

    /// The roles of signs that are written without a command.
    private static let roles: [String: FormulaRole] = commands.values.reduce(into: [:]) { roles, node in
        if case .symbol(let text, let role) = node { roles[text] = role }
    }

    private static let functions = """
        sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp det dim gcd ker deg arg hom Pr bmod
        """.replacing("\n", with: " ").replacing("bmod", with: "mod")
    private static let limits = "lim max min sup inf limsup liminf argmax argmin"

    private static let table: [(FormulaRole, String)] = [
        (
            .ordinary,
            """
            alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
            nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
            omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω digamma ϝ
            infty ∞ partial ∂ nabla ∇ hbar ℏ hslash ℏ ell ℓ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ gimel ℷ imath ı jmath ȷ emptyset ∅
            varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡ triangle △ square □
            Box □ blacksquare ■ Diamond ◇ lozenge ◊ star ⋆ bigstar ★ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭
            natural ♮ sharp ♯ prime ′ backprime ‵ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ degree ° circ ∘
            dagger † ddagger ‡ checkmark ✓ S § P ¶ copyright © pounds £ euro € yen ¥ complement ∁ mho ℧ eth ð Finv Ⅎ
            surd √ therefore ∴ because ∵ QED ∎ | ‖ Vert ‖ vert | _ _ % % # # & & $ $ backslash ∖
            """
        ),
        (
            .binary,
            """
            pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ bullet • oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ cap ∩ cup ∪ sqcap ⊓
            sqcup ⊔ uplus ⊎ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ diamond ⋄ bigcirc ◯ ltimes ⋉
            rtimes ⋊ bowtie ⋈ boxplus ⊞ boxtimes ⊠ barwedge ⊼ veebar ⊻ intercal ⊺ dotplus ∔
            """
        ),
        (
            .relation,
            """
            le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ ll ≪ gg ≫ lll ⋘ ggg ⋙ equiv ≡ sim ∼ simeq ≃ approx ≈
            approxeq ≊ cong ≅ ncong ≇ propto ∝ varpropto ∝ doteq ≐ triangleq ≜ coloneqq ≔ in ∈ notin ∉ ni ∋ subset ⊂
            supset ⊃ subseteq ⊆ supseteq ⊇ nsubseteq ⊈ nsupseteq ⊉ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒
            prec ≺ succ ≻ preceq ⪯ succeq ⪰ lesssim ≲ gtrsim ≳ asymp ≍ mid ∣ nmid ∤ parallel ∥ nparallel ∦ perp ⟂ vdash ⊢
            dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ to → rightarrow → leftarrow ← gets ←
            leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ impliedby ⟸ iff ⟺ longrightarrow ⟶
            longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ mapsto ↦
            longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓
            nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽
            rightleftharpoons ⇌ leadsto ⇝ rightsquigarrow ⇝ twoheadrightarrow ↠ upharpoonright ↾ nrightarrow ↛
            nleftarrow ↚ nRightarrow ⇏ circlearrowleft ↺ circlearrowright ↻ colon : vartriangleleft ⊲ trianglelefteq ⊴
            """
        ),
        (
            .limits,
            "sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀ biguplus ⨄ bigsqcup ⨆"
        ),
        (.integral, "int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯"),
        (.opening, "{ { lbrace { langle ⟨ lfloor ⌊ lceil ⌈ lbrack [ lvert | lVert ‖ lparen ("),
        (.closing, "} } rbrace } rangle ⟩ rfloor ⌋ rceil ⌉ rbrack ] rvert | rVert ‖ rparen )"),
    ]
}
