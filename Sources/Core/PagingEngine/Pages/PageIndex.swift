/// The absolute number of a page on the row; in a loop it continues to rise with each lap.
public struct PageIndex: Hashable, Comparable, Sendable {
    /// Upper limit of the magnitude, exclusive: positions stay below 2^53 units.
    public static let bound: Int64 = 1 << 36

    /// The number; page 0 is the first of a list.
    public var value: Int64

    /// The page with this number.
    public init(_ value: Int64) {
        self.value = value
    }

    /// Whether the page lies within the bound.
    public var isWithinBound: Bool { value > -PageIndex.bound && value < PageIndex.bound }

    /// Whether `left` comes first in the row.
    public static func < (left: PageIndex, right: PageIndex) -> Bool { left.value < right.value }
    /// The page so many pages back.
    public static func - (page: PageIndex, pages: Int64) -> PageIndex { PageIndex(page.value - pages) }
    /// The page so many pages on.
    public static func + (page: PageIndex, pages: Int64) -> PageIndex { PageIndex(page.value + pages) }
    /// The signed number of pages from `right` to `left`.
    public static func - (left: PageIndex, right: PageIndex) -> Int64 { left.value - right.value }
}
