/// What a page's body says, read: blocks one below the other.
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
        /// `language` as written behind the fence, perhaps empty; lines of `text` divided by `\n`, none at its end.
        case code(language: String, text: String)
        case quote([Block])
        /// `start` nil has bullets; `isTight` leaves no blank lines between items.
        case list(start: Int?, isTight: Bool, [Item])
        /// Every row has as many cells as there are `columns`.
        case table(columns: [Alignment], header: [[Inline]], rows: [[[Inline]]])
        case rule
        /// What follows waits for one more step; stands in quotes and at the end of items as well.
        case pause
    }

    package struct Item: Hashable, Sendable {
        package var blocks: [Block]
        /// Of a task list: whether it is ticked off; nil for any other.
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
        /// A line break in the source that is a blank on the page.
        case softBreak
        case lineBreak
        case code(String)
        case emphasis([Inline])
        case strong([Inline])
        case struck([Inline])
        case link([Inline], address: String)
        /// Its alternative text; a terminal shows no pictures.
        case image(String)
    }
}

extension Document {
    /// How many pauses there are at any depth, in quotes and items too: the steps of its page.
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
