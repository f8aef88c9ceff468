extension Document {
    /// The document for readers of text without places: columns one after the other, and everything from the left.
    package var linear: Document { Document(Document.linear(blocks)) }

    private static func linear(_ blocks: [Block]) -> [Block] {
        blocks.flatMap { block in
            switch block {
            case .columns(let columns): columns.flatMap { linear($0.blocks) }
            case .aligned(_, let inside): linear(inside)
            default: [block]
            }
        }
    }
}
