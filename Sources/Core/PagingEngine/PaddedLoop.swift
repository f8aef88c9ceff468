/// A loop laid out as a row of slots with two pages repeated at each end: n−1, n, 1 … n, 1, 2.
///
/// So both neighbours of every page are there to be drawn, and the row can jump back to the middle unseen.
public struct PaddedLoop: Hashable, Sendable {
    /// Slots before the first page proper.
    public static let padding = 2

    /// Pages of the loop.
    public let count: Int

    /// Nil without pages.
    public init?(count: Int) {
        guard count > 0, count < Int(PageIndex.bound) else { return nil }
        self.count = count
    }

    /// Slots of the row.
    public var slots: Int { count + 2 * PaddedLoop.padding }

    /// The page, counted from 0, that slot `slot` shows; beyond the row as if it went on.
    public func item(slot: Int) -> Int {
        let padding = PaddedLoop.padding % count
        let rest = (slot % count) - padding
        return (rest % count + count) % count
    }

    /// The slot proper that shows the same as slot `slot`: where the row jumps to, unseen, once it rests.
    public func normalized(slot: Int) -> Int { PaddedLoop.padding + item(slot: slot) }
}
