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
