/// The number of a record in one life of a room: the first is 1, each next one higher by one.
public struct RecordNumber: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    /// Before every record.
    public static let none = RecordNumber(0)

    public var next: RecordNumber { RecordNumber(number + 1) }

    public static func < (left: RecordNumber, right: RecordNumber) -> Bool { left.number < right.number }
}
