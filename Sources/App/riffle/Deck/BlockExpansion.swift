import PagingContent

/// Puts diagrams and outputs in the places of the code blocks that ask for them.
struct BlockExpansion {
    private(set) var findings: [Finding] = []

    private let settings: DeckLoader.LoaderSettings
    private let diagrams: DiagramDrawing
    private let code: CodeRunner
    /// Blocks that nobody allowed to run, and the first one's line.
    private var waiting: (line: DeckLine, count: Int)?

    init(_ settings: DeckLoader.LoaderSettings, _ diagrams: DiagramDrawing, _ code: CodeRunner) {
        (self.settings, self.diagrams, self.code) = (settings, diagrams, code)
    }

    mutating func lines(of text: DeckText) -> [DeckLine] {
        var lines: [DeckLine] = []
        for part in text.parts {
            switch part {
            case .line(let line), .kept(let line): lines.append(line)
            case .code(let block): lines += self.lines(of: block)
            }
        }
        if let (line, count) = waiting {
            let words = count == 1 ? "1 code block would run" : "\(count) code blocks would run, this one first,"
            warn("\(words) with --exec; without it only the code is shown", at: line)
        }
        return lines
    }

    private mutating func lines(of block: DeckText.FencedCode) -> [DeckLine] {
        if block.isNested, CodeRequest(block.information) != nil {
            warn(
                "expected this fence at the beginning of its line, got it in a list or a quotation; it is shown",
                at: block.opening)
        }
        switch block.request {
        case .diagram(let language):
            guard settings.drawsDiagrams else { return shown(block) }
            switch diagrams.draw(block.code, language) {
            case .text(let rows): return DeckText.fenced(rows, at: block.opening)
            case .picture(let address):
                return ["", "![diagram](\(address))", ""].map(block.opening.replaced)
            case .failed(let reason):
                warn("\(language.rawValue): \(reason); the text is shown", at: block.opening)
                return shown(block)
            }
        case .output(let language, let replacesCode):
            guard settings.runsCode else {
                waiting = (waiting?.line ?? block.opening, (waiting?.count ?? 0) + 1)
                return shown(block)
            }
            switch code.run(block.code, language: language, place: "\(block.opening.file):\(block.opening.number)") {
            case .success(let output):
                let rows = output.rows(hasTitle: !replacesCode || !output.isGood)
                let result = rows.isEmpty ? [] : DeckText.fenced(rows, at: block.opening)
                if !output.isGood { warn("\(language) +exec: \(output.ending)", at: block.opening) }
                let blank = [block.opening.replaced(by: "")]
                return replacesCode && output.isGood ? result : shown(block) + blank + result
            case .failure(let reason):
                warn("\(language) +exec: \(reason.text); only the code is shown", at: block.opening)
                return shown(block)
            }
        case .file, .formula, nil: return block.source
        }
    }

    /// The block as code.
    private func shown(_ block: DeckText.FencedCode) -> [DeckLine] {
        let fence = block.opening.text.prefix { " `~".contains($0) }
        let information = CodeRequest.fulfilled(block.information)
        return [block.opening.replaced(by: fence + information)] + block.source.dropFirst()
    }

    private mutating func warn(_ text: String, at line: DeckLine) {
        findings.append(Finding(.warning, text, file: line.file, line: line.number))
    }
}
