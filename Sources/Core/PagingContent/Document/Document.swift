/// The parsed body of a page: a sequence of blocks, from top to bottom.
package struct Document: Hashable, Sendable {
    package var blocks: [Block]
    /// The line at the foot of the page, which is no part of its text; nil without one.
    package var footer: PageFooter?

    package init(_ blocks: [Block]) {
        self.blocks = blocks
    }
}

extension Document {
    package indirect enum Block: Hashable, Sendable {
        /// Level 1 to 6.
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        case code(CodeBlock)
        case quote([Block])
        /// A quote with a meaning of GitHub's, such as a warning.
        case alert(Alert, [Block])
        /// A list: with bullets if `start` is nil, and without blank lines between the items if `isTight`.
        case list(start: Int?, isTight: Bool, [Item])
        /// A table in which every row has as many cells as there are `columns`.
        case table(columns: [Alignment], header: [[Inline]], rows: [[[Inline]]])
        case rule
        /// Columns side by side, from the left to the right.
        case columns([Column])
        /// Blocks that stand at the left edge, in the middle of the width or at the right edge.
        case aligned(Alignment, [Block])
        /// A picture that stands alone.
        case picture(PictureBlock)
        /// Blank lines.
        case space(lines: Int)
        /// The place from which on the page is centred between top and bottom.
        case middle
        /// A mark of the page that opens a deck, with the deck's title, author and date.
        case titlePage
        /// A pause that hides what follows until the next step; it may also end an item or be in a quote.
        case pause
    }

    package struct CodeBlock: Hashable, Sendable {
        /// The language as written after the fence, or empty.
        package var language: String
        /// Words after the language, such as `{1|3-5}` or `+line_numbers`.
        package var attributes: String
        /// Lines divided by `\n`, with none at the end.
        package var text: String
        /// Colours of the text from its beginning; the rest has none.
        package var spans: [CodeSpan] = []

        package init(language: String, attributes: String = "", text: String) {
            self.language = language
            self.attributes = attributes
            self.text = text
        }
    }

    package enum Alert: String, Hashable, Sendable, CaseIterable {
        case note
        case tip
        case important
        case warning
        case caution
    }

    package struct Column: Hashable, Sendable {
        /// Share of the width, from 1.
        package var weight: Int
        package var blocks: [Block]

        package init(weight: Int, _ blocks: [Block]) {
            self.weight = weight
            self.blocks = blocks
        }
    }

    package struct PictureBlock: Hashable, Sendable {
        package var address: String
        /// The words in place of the picture.
        package var alternative: String
        /// Words in braces after the address, such as `width=50%`.
        package var attributes: String

        package init(address: String, alternative: String, attributes: String = "") {
            self.address = address
            self.alternative = alternative
            self.attributes = attributes
        }
    }

    package struct Item: Hashable, Sendable {
        package var blocks: [Block]
        /// Whether the item of a task list is done; nil for an item of any other list.
        package var isDone: Bool?

        package init(_ blocks: [Block], isDone: Bool? = nil) {
            self.blocks = blocks
            self.isDone = isDone
        }
    }

    package enum Alignment: Hashable, Sendable, CaseIterable {
        case leading
        case centre
        case trailing
    }

    package indirect enum Inline: Hashable, Sendable {
        case text(String)
        /// A line break in the source that is shown as a blank.
        case softBreak
        case lineBreak
        case code(String)
        case emphasis([Inline])
        case strong([Inline])
        case struck([Inline])
        case link([Inline], address: String)
        /// The alternative text of an image; a terminal shows no images.
        case image(String)
    }
}

extension Document {
    /// The number of steps of the page: its pauses at any depth, also in quotes and items.
    package var steps: Int { Document.steps(in: blocks) }

    private static func steps(in blocks: [Block]) -> Int {
        blocks.reduce(0) { count, block in
            switch block {
            case .pause: count + 1
            case .code(let code): count + CodeAttributes(code.attributes).steps
            case .quote(let inside), .alert(_, let inside), .aligned(_, let inside): count + steps(in: inside)
            case .columns(let columns): count + columns.reduce(0) { $0 + steps(in: $1.blocks) }
            case .list(_, _, let items): count + items.reduce(0) { $0 + steps(in: $1.blocks) }
            default: count
            }
        }
    }
}
