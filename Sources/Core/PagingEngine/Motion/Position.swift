/// An absolute position on the row of pages, in units of 1/65,536 page.
///
/// Fixed point: a million laps do not accumulate errors, and JSON carries it exactly.
public struct Position: Hashable, Comparable, Sendable {
    /// Units in one page.
    public static let unitsPerPage: Int64 = 65_536

    /// The position in units; page `n` rests at `n * unitsPerPage`.
    public var units: Int64

    /// A position in units of 1/65,536 page.
    public init(units: Int64) {
        self.units = units
    }

    /// The position at which `page` rests.
    public init(page: PageIndex) {
        units = page.value * Position.unitsPerPage
    }

    /// The page nearest to this position; exactly half way counts as the higher page.
    public var nearestPage: PageIndex {
        PageIndex((units + Position.unitsPerPage / 2) >> 16)
    }

    /// The last page that rests at or before this position.
    var pageBelow: PageIndex { PageIndex(units >> 16) }

    /// The first page that rests at or after this position.
    var pageAbove: PageIndex { PageIndex(-(-units >> 16)) }

    /// Compares places in the row.
    public static func < (left: Position, right: Position) -> Bool { left.units < right.units }
    /// The place that lies `way` further; traps on overflow.
    public static func + (place: Position, way: Distance) -> Position { Position(units: place.units + way.units) }
    /// The place that lies `way` back; traps on overflow.
    public static func - (place: Position, way: Distance) -> Position { Position(units: place.units - way.units) }
    /// The signed distance from `right` to `left`.
    public static func - (left: Position, right: Position) -> Distance { Distance(units: left.units - right.units) }
}

/// A distance along the row of pages, in units of 1/65,536 page; positive is forward.
public struct Distance: Hashable, Comparable, Sendable {
    /// The distance in units of 1/65,536 page.
    public var units: Int64

    /// A distance in units of 1/65,536 page.
    public init(units: Int64) {
        self.units = units
    }

    /// A whole number of pages.
    public init(pages: Int64) {
        units = pages * Position.unitsPerPage
    }

    /// No distance.
    public static let zero = Distance(units: 0)

    /// Compares signed distances.
    public static func < (left: Distance, right: Distance) -> Bool { left.units < right.units }
    /// The sum in units; traps on overflow.
    public static func + (left: Distance, right: Distance) -> Distance { Distance(units: left.units + right.units) }
    /// The difference in units; traps on overflow.
    public static func - (left: Distance, right: Distance) -> Distance { Distance(units: left.units - right.units) }
    public static prefix func - (way: Distance) -> Distance { Distance(units: -way.units) }
}

/// Speed along the row, in units (1/65,536 page) per second; positive is forward.
public struct Velocity: Hashable, Comparable, Sendable {
    /// The greatest speed, 20 pages per second; faster swipes are limited to it.
    public static let bound: Int64 = 20 * Position.unitsPerPage

    /// The velocity in units of 1/65,536 page per second.
    public var unitsPerSecond: Int64

    /// A velocity in units of 1/65,536 page per second.
    public init(unitsPerSecond: Int64) {
        self.unitsPerSecond = unitsPerSecond
    }

    /// No velocity.
    public static let zero = Velocity(unitsPerSecond: 0)

    /// The same velocity within ± 20 pages per second.
    public var clamped: Velocity {
        Velocity(unitsPerSecond: min(max(unitsPerSecond, -Velocity.bound), Velocity.bound))
    }

    /// Compares signed velocities.
    public static func < (left: Velocity, right: Velocity) -> Bool { left.unitsPerSecond < right.unitsPerSecond }
}
