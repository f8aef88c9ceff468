/// The spans of all code blocks of a page, in their order, as they travel with it.
///
/// The text has a letter and a length for each span, `x` standing for text without a colour, and a comma between two
/// blocks: `k4x1f3,,s5` has a keyword of four scalars, a blank and a function, a block without colours, and a string.
package struct CodeColours: Hashable, Sendable {
    /// Longest text that is read.
    package static let mostBytes = 65_536
    private static let plain: Character = "x"

    package var blocks: [[CodeSpan]]

    package init(blocks: [[CodeSpan]]) {
        self.blocks = blocks
    }

    /// Reads a text. What is no span ends its block; the code behind it has no colours.
    package init(_ text: String) {
        guard text.utf8.count <= CodeColours.mostBytes else {
            self.init(blocks: [])
            return
        }
        self.init(blocks: text.split(separator: ",", omittingEmptySubsequences: false).map(CodeColours.spans))
    }

    private static func spans(_ text: Substring) -> [CodeSpan] {
        var spans: [CodeSpan] = []
        var rest = text
        while let letter = rest.popFirst() {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let token = CodeToken(rawValue: letter)
            guard token != nil || letter == plain, let length = Int(digits), length > 0 else { break }
            spans.append(CodeSpan(length: length, token: token))
            rest = rest[digits.endIndex...]
        }
        return spans
    }

    /// The text for the wire; nil where no block has a colour, and beyond `mostBytes`.
    package var text: String? {
        let texts = blocks.map { spans in
            let last = spans.lastIndex { $0.token != nil } ?? -1
            return spans[...last].map { "\($0.token?.rawValue ?? CodeColours.plain)\($0.length)" }.joined()
        }
        let text = texts.joined(separator: ",")
        guard texts.contains(where: { !$0.isEmpty }), text.utf8.count <= CodeColours.mostBytes else { return nil }
        return text
    }
}

extension Document {
    /// Code blocks in the order of the text, at any depth.
    package var codeBlocks: [CodeBlock] {
        var found: [CodeBlock] = []
        _ = Document.replacingCode(in: blocks) { code in
            found.append(code)
            return code
        }
        return found
    }

    /// The document with colours in its code blocks; blocks without a counterpart stay as they are.
    package func coloured(by colours: CodeColours) -> Document {
        var rest = colours.blocks[...]
        var document = self
        document.blocks = Document.replacingCode(in: blocks) { code in
            var code = code
            code.spans = rest.popFirst() ?? []
            return code
        }
        return document
    }

    private static func replacingCode(in blocks: [Block], by change: (CodeBlock) -> CodeBlock) -> [Block] {
        blocks.map { block in
            switch block {
            case .code(let code): .code(change(code))
            case .quote(let inside): .quote(replacingCode(in: inside, by: change))
            case .alert(let alert, let inside): .alert(alert, replacingCode(in: inside, by: change))
            case .aligned(let alignment, let inside): .aligned(alignment, replacingCode(in: inside, by: change))
            case .columns(let columns):
                .columns(columns.map { Column(weight: $0.weight, replacingCode(in: $0.blocks, by: change)) })
            case .list(let start, let isTight, let items):
                .list(
                    start: start, isTight: isTight,
                    items.map { Item(replacingCode(in: $0.blocks, by: change), isDone: $0.isDone) })
            default: block
            }
        }
    }
}
