/// The place of a record in the journal of a whole store.
///
/// Positions rise by at least one per record, over all rooms, and are never used again, not even after a restart or
/// for a room that was removed. So "safe up to here" is one comparison.
package struct JournalPosition: Hashable, Sendable, Comparable {
    /// 1 for the first record of a store.
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Before every record: the position of a snapshot of a room that has none.
    package static let start = JournalPosition(0)

    package static func < (left: JournalPosition, right: JournalPosition) -> Bool {
        left.number < right.number
    }
}
