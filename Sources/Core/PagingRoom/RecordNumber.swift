/// The number of a record in one life of a room: the first is 1, each next one higher by one.
package struct RecordNumber: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Before every record.
    package static let none = RecordNumber(0)

    package var next: RecordNumber { RecordNumber(number + 1) }

    package static func < (left: RecordNumber, right: RecordNumber) -> Bool { left.number < right.number }
}
