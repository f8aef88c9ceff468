/// A time on the room owner's monotonic clock, in whole milliseconds.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the origin of the caller's clock.
    public var milliseconds: Int64

    /// The moment so many milliseconds after the origin.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The time `milliseconds` later.
    public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }

    /// Milliseconds from `earlier` to this time.
    public func milliseconds(since earlier: Instant) -> Int64 { milliseconds - earlier.milliseconds }

    /// The time limited to ± 2^60 ms, so that sums of times do not overflow.
    var withinBound: Instant { Instant(milliseconds: milliseconds.limited(to: -(1 << 60)...(1 << 60))) }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
}

/// The earlier of two times; nil counts as never. It allocates nothing, as it is called after every message.
@inlinable public func earliest<Moment: Comparable>(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
}
