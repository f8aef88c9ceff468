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
