/// Speed along the row, in units (1/65,536 page) per second; positive is forward.
public struct Velocity: Hashable, Comparable, Sendable {
    /// Nobody swipes faster than 20 pages a second; anything above is cut to it.
    public static let bound: Int64 = 20 * Position.unitsPerPage

    public var unitsPerSecond: Int64

    public init(unitsPerSecond: Int64) {
        self.unitsPerSecond = unitsPerSecond
    }

    public static let zero = Velocity(unitsPerSecond: 0)

    /// The same velocity within ± 20 pages per second.
    public var clamped: Velocity {
        Velocity(unitsPerSecond: min(max(unitsPerSecond, -Velocity.bound), Velocity.bound))
    }

    public static func < (left: Velocity, right: Velocity) -> Bool { left.unitsPerSecond < right.unitsPerSecond }
}
