/// The parsed body of a page: a sequence of blocks, from top to bottom.
package struct Document: Hashable, Sendable {
    package var blocks: [Block]

    package init(_ blocks: [Block]) {
        self.blocks = blocks
    }
}

extension Document {
    package indirect enum Block: Hashable, Sendable {
        /// Level 1 to 6.
        case heading(level: Int, [Inline])
        case paragraph([Inline])
        /// Code with the `language` as written after the fence, or empty. The lines of `text` are divided by `\n`, with
        /// none at the end.
        case code(language: String, text: String)
        case quote([Block])
        /// A list: with bullets if `start` is nil, and without blank lines between the items if `isTight`.
        case list(start: Int?, isTight: Bool, [Item])
        /// A table in which every row has as many cells as there are `columns`.
        case table(columns: [Alignment], header: [[Inline]], rows: [[[Inline]]])
        case rule
        /// A pause that hides what follows until the next step; it may also end an item or be in a quote.
        case pause
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
            case .quote(let inside): count + steps(in: inside)
            case .list(_, _, let items): count + items.reduce(0) { $0 + steps(in: $1.blocks) }
            default: count
            }
        }
    }
}
