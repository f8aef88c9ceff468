import PagingContent

/// A list held up by pauses between its items.
///
/// `<!-- pause -->` at the beginning of a line ends a list for CommonMark, so what is written as one list comes as
/// several. Its reader means one: the pauses then stand at the end of the item they follow.
struct ListSeam {
    /// The blocks, with lists of one kind that only pauses divide made one.
    static func closed(_ blocks: [Document.Block]) -> [Document.Block] {
        var closed: [Document.Block] = []
        var pauses = 0
        for block in blocks {
            if block == .pause {
                pauses += 1
                continue
            }
            if pauses > 0, let last = closed.last, let one = joined(last, block, pauses: pauses) {
                closed[closed.count - 1] = one
            } else {
                closed += Array(repeating: .pause, count: pauses) + [block]
            }
            pauses = 0
        }
        return closed + Array(repeating: .pause, count: pauses)
    }

    /// Both have bullets, or the numbers go on where they left off.
    private static func joined(
        _ first: Document.Block, _ second: Document.Block, pauses: Int
    ) -> Document.Block? {
        guard case .list(let start, let isTight, var items) = first,
            case .list(let next, let staysTight, let more) = second, next == start.map({ $0 + items.count }),
            !items.isEmpty
        else { return nil }
        items[items.count - 1].blocks += Array(repeating: .pause, count: pauses)
        return .list(start: start, isTight: isTight && staysTight, items + more)
    }
}
