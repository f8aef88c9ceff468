/// A moment on the room owner's monotonic clock, in milliseconds.
public struct Instant: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// This moment moved by `milliseconds`.
    public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }

    /// Milliseconds from `earlier` to this moment.
    public func milliseconds(since earlier: Instant) -> Int64 { milliseconds - earlier.milliseconds }

    /// The same moment, or the end of the 2^60 ms on either side that sums of times have room for.
    var withinBound: Instant { Instant(milliseconds: milliseconds.limited(to: -(1 << 60)...(1 << 60))) }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
}

/// Earliest of two moments, of those there are. Asked after every message, so without an array.
@inlinable public func earliest<Moment: Comparable>(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
}
