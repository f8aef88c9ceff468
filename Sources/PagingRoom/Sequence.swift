/// The number of a reliable event within an epoch; the first event is 1, each next one higher by exactly one.
public struct Sequence: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public var next: Sequence { Sequence(number + 1) }

    public static func < (left: Sequence, right: Sequence) -> Bool { left.number < right.number }
}
