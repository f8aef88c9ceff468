/// Whole seconds since 1970-01-01 00:00 UTC, as tokens count time.
package struct UnixTime: Hashable, Sendable, Comparable {
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}
