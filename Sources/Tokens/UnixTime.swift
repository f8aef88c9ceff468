/// Whole seconds since 1970-01-01 00:00 UTC, as tokens count time.
public struct UnixTime: Hashable, Sendable, Comparable {
    public var seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}
