/// The number of a reliable event within an epoch; the first event is 1, each next one higher by exactly one.
package struct Sequence: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package var next: Sequence { Sequence(number + 1) }

    package static func < (left: Sequence, right: Sequence) -> Bool { left.number < right.number }
}
