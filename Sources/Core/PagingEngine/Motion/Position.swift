/// Where the pager stands: an absolute place on the row of pages, in units of 1/65,536 page.
///
/// Fixed point, so a million laps do not drift and JSON carries it exactly.
public struct Position: Hashable, Comparable, Sendable {
    /// Units in one page.
    public static let unitsPerPage: Int64 = 65_536

    /// The place in units; page `n` rests at `n * unitsPerPage`.
    public var units: Int64

    public init(units: Int64) {
        self.units = units
    }

    /// The place at which `page` rests.
    public init(page: PageIndex) {
        units = page.value * Position.unitsPerPage
    }

    /// The page nearest to this place; exactly half way belongs to the higher page.
    public var nearestPage: PageIndex {
        PageIndex((units + Position.unitsPerPage / 2) >> 16)
    }

    /// The last page that rests at or before this place.
    var pageBelow: PageIndex { PageIndex(units >> 16) }

    /// The first page that rests at or after this place.
    var pageAbove: PageIndex { PageIndex(-(-units >> 16)) }

    public static func < (left: Position, right: Position) -> Bool { left.units < right.units }
    public static func + (place: Position, way: Distance) -> Position { Position(units: place.units + way.units) }
    public static func - (place: Position, way: Distance) -> Position { Position(units: place.units - way.units) }
    public static func - (left: Position, right: Position) -> Distance { Distance(units: left.units - right.units) }
}

/// A way along the row of pages, in units of 1/65,536 page; positive is forward.
public struct Distance: Hashable, Comparable, Sendable {
    public var units: Int64

    public init(units: Int64) {
        self.units = units
    }

    /// A whole number of pages.
    public init(pages: Int64) {
        units = pages * Position.unitsPerPage
    }

    public static let zero = Distance(units: 0)

    public static func < (left: Distance, right: Distance) -> Bool { left.units < right.units }
    public static func + (left: Distance, right: Distance) -> Distance { Distance(units: left.units + right.units) }
    public static func - (left: Distance, right: Distance) -> Distance { Distance(units: left.units - right.units) }
    public static prefix func - (way: Distance) -> Distance { Distance(units: -way.units) }
}

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
