/// The fencing number of the baton: each time it is given to somebody the number is higher by one, so that what an
/// earlier holder still has under way is told from what the present one sends.
public struct Grant: Hashable, Comparable, Sendable {
    public var number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public var next: Grant { Grant(number + 1) }

    public static func < (left: Grant, right: Grant) -> Bool { left.number < right.number }
}
