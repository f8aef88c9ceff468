/// Earliest of two moments, of those there are. Asked after every message, so without an array.
@inlinable public func earliest<Moment: Comparable>(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
}
